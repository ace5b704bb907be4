import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locked } from './lockfile.ts';

type Names = Readonly<Record<string, string>>;

interface Asker extends Locked {
  readonly devDependencies?: Names;
  readonly workspaces?: readonly string[];
  readonly overrides?: Readonly<Record<string, unknown>>;
}

type Packages = Readonly<Record<string, Asker>>;

const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;

/** The entry of the first package that Node finds for a name: beside the asker, then further and further out. */
const find = (packages: Packages, from: string, name: string): Asker | undefined => {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (found !== undefined || at === '') return found;
  }
};

/** The packages that an entry cannot do without. */
const needsOf = (entry: Asker, isRoot: boolean): Names => {
  const { dependencies, devDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = entry;
  const peers = Object.entries(peerDependencies).filter(([name]) => peerDependenciesMeta[name]?.optional !== true);
  return { ...dependencies, ...(isRoot ? devDependencies : {}), ...Object.fromEntries(peers) };
};

const isExact = (range: string): boolean => /^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(range);

/** What a lock file lacks of the package.json it is for, and of the packages in it: `npm ci` would refuse it, or fetch more. */
export const lockGaps = (manifest: Asker, packages: Packages): string[] => {
  const root: Asker = packages[''] ?? {};
  const gaps: string[] = [];
  for (const kind of kinds) {
    const [asked, locked] = [manifest[kind] ?? {}, root[kind] ?? {}];
    for (const name of new Set([...Object.keys(asked), ...Object.keys(locked)]))
      if (asked[name] !== locked[name])
        gaps.push(`${name} is ${asked[name] ?? 'not'} in package.json and ${locked[name] ?? 'not'} in the lock`);
  }
  if (JSON.stringify(manifest.workspaces) !== JSON.stringify(root.workspaces)) gaps.push('other workspaces');
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link === true) continue;
    const isOwn = !path.includes('node_modules/');
    for (const [name, range] of Object.entries(needsOf(entry, isOwn))) {
      const found = find(packages, path, name);
      if (found === undefined) gaps.push(`${path === '' ? 'package.json' : path} needs ${name} ${range}`);
      else if (
        found.link !== true &&
        isExact(range) &&
        found.version !== range &&
        manifest.overrides?.[name] === undefined
      )
        gaps.push(`${path === '' ? 'package.json' : path} needs ${name} ${range}, locked is ${found.version ?? ''}`);
    }
  }
  return gaps;
};

/** The gaps of the lock file in a folder of this repository. */
export const lockGapsIn = (folder: string): string[] => {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(join(import.meta.dirname, '../..', folder, file), 'utf8'));
  return lockGaps(read('package.json') as Asker, (read('package-lock.json') as { packages: Packages }).packages);
};
