import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Choices } from './choices.ts';
import { engineFiles } from './engines.ts';
import { errors } from './errors.ts';
import { packagesOf } from './extras.ts';
import { otelPackages } from './otel.ts';
import { parts } from './parts.ts';
import type { Versions } from './pnpm-workspace.ts';

/** The keys in package.json of the template that this file reads or changes. */
interface Manifest {
  readonly name: string;
  readonly dependencies: Versions;
  readonly devDependencies: Versions;
  readonly overrides: Versions;
  readonly [key: string]: unknown;
}

/** The key in package.json that overrides versions of indirect dependencies, for each package manager. */
const overridesFor = (choices: Choices, overrides: Versions): Record<string, unknown> => {
  switch (choices.packageManager) {
    // pnpm 9 does not read the overrides in pnpm-workspace.yaml, and pnpm 11 warns about a field `pnpm` here. All versions of pnpm read the
    // field of yarn.
    case 'pnpm':
    case 'yarn':
      return { resolutions: overrides };
    default:
      return { overrides };
  }
};

// A missing folder has no tarballs.
const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The file name of a package in a folder of packed packages. */
const packedIn = (packages: string, name: string): string | undefined => {
  const stem = name.replace('@', '').replace('/', '-');
  return entriesOf(packages).find(
    (entry) => entry.startsWith(`${stem}-`) && /-\d[^/]*\.tgz$/.test(entry.slice(stem.length)),
  );
};

/** The tarball of a package, as package.json names it; its file name may contain any version. */
const tarballOf = (name: string, { packages, directory }: Choices & { packages: string }): string => {
  const file = packedIn(packages, name);
  if (file === undefined) throw errors.E_PACKAGES_MISSING(name, packages);
  return `file:${relative(directory, join(packages, file)).replaceAll('\\', '/')}`;
};

/** package.json of the template, with the Taproot packages that the choices add. */
const manifestIn = (template: string, { otel, extras }: Choices): Manifest => {
  const manifest = JSON.parse(template) as Manifest;
  const { '@taproot/core': version } = manifest.dependencies;
  if (version === undefined) return manifest;
  const added = [...packagesOf(extras), ...(otel ? ['@taproot/otel'] : [])].map((name) => [name, version]);
  return { ...manifest, dependencies: { ...manifest.dependencies, ...Object.fromEntries(added) } };
};

/** The versions from the template for the packages that the choices need. */
const present = (versions: Versions, { parts: chosen }: Choices): [string, string][] => {
  const absent = new Set(parts.filter(({ name }) => !chosen.includes(name)).flatMap(({ packages }) => packages));
  return Object.entries(versions).filter(([name]) => !absent.has(name));
};

const isOwn = (name: string): boolean => name.startsWith('@taproot/');

/** Taproot packages that other Taproot packages depend on. */
const brought = ['@taproot/masking', '@taproot/workers'];

/**
 * The versions for dependencies of dependencies. With `--packages` they include the tarballs: otherwise pnpm, yarn and bun ask the registry
 * for the packages that one tarball needs.
 */
export const overridesOf = (template: string, choices: Choices): Versions => {
  const { overrides, dependencies, devDependencies } = manifestIn(template, choices);
  const { packages } = choices;
  const listed = Object.keys({ ...dependencies, ...devDependencies }).filter(isOwn);
  const own = packages === null ? [] : [...listed, ...brought.filter((name) => packedIn(packages, name) !== undefined)];
  const tarballs = own.map((name) => [name, tarballOf(name, { ...choices, packages: packages ?? '' })]);
  return Object.fromEntries([...present(overrides, choices), ...tarballs]);
};

/** Adds the packages of the choices, sorted as package managers do. */
const withAdditions = (dependencies: Versions, { parts: chosen, database, name, otel }: Choices): Versions => {
  const engine = chosen.includes('database') ? engineFiles(database, name) : null;
  const all = Object.entries({ ...dependencies, ...engine?.packages, ...(otel ? otelPackages : {}) });
  return Object.fromEntries(all.sort(([a], [b]) => (a < b ? -1 : 1)));
};

/** package.json of the application. */
export const manifestOf = (template: string, choices: Choices): string => {
  const { overrides: _all, ...manifest } = manifestIn(template, choices);
  const { packages } = choices;
  const chosen = (versions: Versions): Versions =>
    Object.fromEntries(
      present(versions, choices).map(([name, version]) => [
        name,
        packages !== null && isOwn(name) ? tarballOf(name, { ...choices, packages }) : version,
      ]),
    );
  const finished = {
    ...manifest,
    name: choices.name,
    dependencies: withAdditions(chosen(manifest.dependencies), choices),
    devDependencies: chosen(manifest.devDependencies),
    ...overridesFor(choices, overridesOf(template, choices)),
  };
  return `${JSON.stringify(finished, null, 2)}\n`;
};
