import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The origin of a file: the application, a package, or the language itself (`lib.es5.d.ts`, Node's types). */
export type Owner = { readonly kind: 'application' | 'language' } | { readonly kind: 'package'; readonly name: string };

const language = /(?:^bundled:|\/lib\.[\w.]+\.d\.ts$|\/node_modules\/@types\/node\/)/;

/** Finds the origin of files by the nearest package.json. */
export class PackageOwners {
  readonly #names = new Map<string, string>();

  of(file: string): Owner {
    if (language.test(file)) return { kind: 'language' };
    const name = this.#packageOf(dirname(file));
    return file.includes('/node_modules/') || name.startsWith('@taproot/')
      ? { kind: 'package', name }
      : { kind: 'application' };
  }

  /** Whether a file belongs to a package of the framework: `isOurs(file, 'core')`. */
  isOurs(file: string, name: string): boolean {
    const owner = this.of(file);
    return owner.kind === 'package' && owner.name === `@taproot/${name}`;
  }

  /** The folder of the next package.json above a file, with a slash at its end. */
  folderOf(file: string): string {
    let folder = dirname(file);
    while (dirname(folder) !== folder && !existsSync(join(folder, 'package.json'))) folder = dirname(folder);
    return `${folder}/`;
  }

  /** The name in the next package.json above. Skips files without a name, which only say how to read modules. */
  #packageOf(folder: string): string {
    const known = this.#names.get(folder);
    if (known !== undefined) return known;
    const above = dirname(folder);
    const name = nameIn(join(folder, 'package.json')) ?? (above === folder ? '' : this.#packageOf(above));
    this.#names.set(folder, name);
    return name;
  }
}

const nameIn = (manifest: string): string | undefined =>
  existsSync(manifest) ? (JSON.parse(readFileSync(manifest, 'utf8')) as { readonly name?: string }).name : undefined;
