import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Choices } from './choices.ts';
import { errors } from './errors.ts';
import { parts } from './parts.ts';

type Versions = Record<string, string>;

/** package.json of the template, as far as creation changes it. */
interface Manifest {
  readonly name: string;
  readonly dependencies: Versions;
  readonly overrides: Versions;
  readonly [key: string]: unknown;
}

/** What each package manager calls a version that is forced upon dependencies of dependencies. */
const overridesFor = (choices: Choices, overrides: Versions): Record<string, unknown> => {
  switch (choices.packageManager) {
    case 'pnpm':
      return { pnpm: { overrides, onlyBuiltDependencies: ['@swc/core', 'esbuild', 'unrs-resolver'] } };
    case 'yarn':
      return { resolutions: overrides };
    default:
      return { overrides };
  }
};

// A folder that is not there holds no tarball either.
const entriesOf = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The tarball of a package, as package.json names it; the version in its file name is free. */
const tarballOf = (name: string, { packages, directory }: Choices & { packages: string }): string => {
  const stem = name.replace('@', '').replace('/', '-');
  const file = entriesOf(packages).find(
    (entry) => entry.startsWith(`${stem}-`) && /-\d[^/]*\.tgz$/.test(entry.slice(stem.length)),
  );
  if (file === undefined) throw errors.E_PACKAGES_MISSING(name, packages);
  return `file:${relative(directory, join(packages, file)).replaceAll('\\', '/')}`;
};

/** package.json of the application. */
export const manifestOf = (template: string, choices: Choices): string => {
  const { overrides, ...manifest } = JSON.parse(template) as Manifest;
  const absent = new Set(parts.filter(({ name }) => !choices.parts.includes(name)).flatMap(({ packages }) => packages));
  if (choices.driver !== 'fastify') absent.add('fastify').add('light-my-request');
  const present = ([name]: [string, string]): boolean => !absent.has(name);
  const { packages } = choices;
  const dependencies = Object.entries(manifest.dependencies)
    .filter(present)
    .map(([name, version]) => [
      name,
      packages !== null && name.startsWith('@taproot/') ? tarballOf(name, { ...choices, packages }) : version,
    ]);
  const forced = Object.fromEntries(Object.entries(overrides).filter(present));
  const finished = {
    ...manifest,
    name: choices.name,
    dependencies: Object.fromEntries(dependencies),
    ...overridesFor(choices, forced),
  };
  return `${JSON.stringify(finished, null, 2)}\n`;
};
