import { readFileSync } from 'node:fs';

/** What a lock file of npm says of one package. */
export interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly license?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** A package of others, with the place it is locked at. */
export interface Foreign extends Locked {
  readonly name: string;
  readonly path: string;
}

const folder = 'node_modules/';
const nameOf = (path: string): string => path.slice(path.lastIndexOf(folder) + folder.length);

const numbers = (version: string): number[] => version.split(/[-+]/)[0]?.split('.').map(Number) ?? [];

/** Whether a version is below another, by its three numbers. */
export const isBelow = (version: string, minimum: string): boolean => {
  const [one, other] = [numbers(version), numbers(minimum)];
  const at = other.findIndex((number, index) => (one[index] ?? 0) !== number);
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
};

/** A package-lock.json, read as a table of who gets what. */
export class Lockfile {
  readonly #packages: Readonly<Record<string, Locked>>;

  constructor(packages: Readonly<Record<string, Locked>>) {
    this.#packages = packages;
  }

  static read(path: string): Lockfile {
    return new Lockfile((JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Locked> }).packages);
  }

  /** Every package that is not of this repository. */
  all(): Foreign[] {
    return Object.entries(this.#packages)
      .filter(([path, { link }]) => path.includes(folder) && link !== true)
      .map(([path, locked]) => ({ ...locked, path, name: nameOf(path) }));
  }

  /** Packages of others that a workspace asks for itself. */
  direct(workspace: string): string[] {
    return Object.keys(this.#packages[workspace]?.dependencies ?? {}).filter((name) => !name.startsWith('@taproot/'));
  }

  /** Everything of others that is installed with a workspace in production. */
  production(workspace: string): Foreign[] {
    const found = new Set<string>();
    this.#collect(workspace, found);
    return this.all().filter(({ path }) => found.has(path));
  }

  #collect(from: string, found: Set<string>): void {
    const { dependencies = {}, optionalDependencies = {}, peerDependencies = {} } = this.#packages[from] ?? {};
    const { peerDependenciesMeta = {} } = this.#packages[from] ?? {};
    const peers = Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true);
    for (const name of [...Object.keys(dependencies), ...Object.keys(optionalDependencies), ...peers]) {
      const path = this.#resolve(from, name);
      // The lock leaves out optional packages of platforms it was not made for.
      if (path === null || found.has(path)) continue;
      found.add(path);
      this.#collect(path, found);
    }
  }

  /** As Node resolves a name: beside the asker, then further and further out. */
  #resolve(from: string, name: string): string | null {
    for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${folder}`)))) {
      const path = `${at === '' ? '' : `${at}/`}${folder}${name}`;
      const locked = this.#packages[path];
      if (locked !== undefined) return locked.link === true ? (locked.resolved ?? null) : path;
      if (at === '') return null;
    }
  }
}
