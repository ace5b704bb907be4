import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { lockGaps, lockGapsIn } from './lock-gaps.ts';
import { isBelow, Lockfile } from './lockfile.ts';
import { budgets, burdenOf, minimums, permissive, readLock, tooOld, workspaces } from './supply-chain.ts';

const lock = readLock();
const files = [
  'package-lock.json',
  'bench/package-lock.json',
  'tests/mutation/package-lock.json',
  'tools/asyncapi/package-lock.json',
  'tools/linters/package-lock.json',
  'tools/mounts/package-lock.json',
  'tools/peers/package-lock.json',
  'tools/prism/package-lock.json',
  'tools/runtimes/package-lock.json',
  'tools/storage/package-lock.json',
  'site/package-lock.json',
  'tools/lint-packages/package-lock.json',
];

describe('the supply chain', () => {
  test('holds none of the packages below the version that mended their holes', () => {
    expect(tooOld(lock)).toEqual([]);
    const locked = new Set(lock.all().map(({ name }) => name));
    // Files, of texts too, are read by our own code; should these packages ever come, they come mended.
    expect(Object.keys(minimums).filter((name) => !locked.has(name))).toEqual([
      '@fastify/static',
      'i18next-fs-backend',
    ]);
  });

  test('an older one would be found, wherever it lies', () => {
    const old = new Lockfile({
      '': {},
      'node_modules/koa': { version: '3.1.1' },
      'node_modules/x/node_modules/path-to-regexp': { version: '6.3.0' },
      'node_modules/validator': { version: '13.15.22' },
    });
    expect(tooOld(old)).toEqual([
      'node_modules/koa 3.1.1, at least 3.1.2',
      'node_modules/x/node_modules/path-to-regexp 6.3.0, at least 8.4.0',
    ]);
    expect(isBelow('10.0.0', '9.7.0')).toBe(false);
    expect(isBelow('3.1.2-rc.1', '3.1.2')).toBe(false);
    expect(isBelow('3.0.9', '3.1.0')).toBe(true);
  });

  test.each(workspaces())('the ranges that %s publishes begin at the mended version or above', (workspace) => {
    const { dependencies = {}, peerDependencies = {} } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../..', workspace, 'package.json'), 'utf8'),
    ) as Record<'dependencies' | 'peerDependencies', Record<string, string> | undefined>;
    const ranges = Object.entries({ ...dependencies, ...peerDependencies });
    for (const [name, range] of ranges) {
      expect([name, range]).toEqual([name, expect.stringMatching(/^(?:\^|>=)\d/)]);
      const minimum = minimums[name];
      if (minimum !== undefined) expect(isBelow(range.replace(/^\D+/, ''), minimum)).toBe(false);
    }
  });

  test.each(files)('%s tells no address to download from, and the hash of everything', (file) => {
    const foreign = readLock(file).all();
    expect(foreign.filter(({ resolved }) => resolved !== undefined).map(({ path }) => path)).toEqual([]);
    expect(foreign.filter(({ integrity }) => integrity === undefined).map(({ path }) => path)).toEqual([]);
    expect(readFileSync(join(import.meta.dirname, '../..', file), 'utf8')).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  test('every package of ours has its budget', () => {
    expect(workspaces().toSorted()).toEqual(Object.keys(budgets).toSorted());
  });

  describe.each(Object.entries(budgets))('%s', (workspace, [direct, all]) => {
    const burden = burdenOf(lock, workspace);

    test(`asks for ${direct} packages of others, and brings at most ${all} along`, () => {
      expect(burden.direct).toBeLessThanOrEqual(direct);
      expect(burden.all).toBeLessThanOrEqual(all);
      expect(burden.all > 0).toBe(all > 0);
    });

    test('brings nothing that runs a script when it is installed', () => {
      const scripted = lock.production(workspace).filter(({ hasInstallScript }) => hasInstallScript === true);
      expect(scripted.map(({ path }) => path)).toEqual([]);
    });

    test('brings nothing under a licence that asks for more than to be named', () => {
      expect(burden.licences.filter((licence) => !permissive.has(licence))).toEqual([]);
    });
  });
});

interface Manifest {
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const root = join(import.meta.dirname, '../..');

const packages = ['core', 'client', ...readdirSync(join(root, 'plugins')).map((name) => join('plugins', name))].filter(
  (folder) => existsSync(join(root, folder, 'package.json')),
);

/** Where the files of an entry lie: `./src/index.ts` = `src`. */
const folderOf = (path: string): string => path.split('/')[1] ?? '';

// Declaration maps lead editors to the sources, and debuggers find them by the others.
test.each(packages)('%s ships all that its exports name, its sources among it', (folder) => {
  const { files, exports }: Manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;
  const named = Object.values(exports).flatMap((entry) => (typeof entry === 'string' ? [entry] : Object.values(entry)));
  const folders = [...new Set(named.map(folderOf))].filter((name) => name !== 'package.json');
  expect(folders).toContain('src');
  expect(files).toEqual(expect.arrayContaining(folders));
});

const folders = [
  '.',
  'bench',
  'examples/conduit-web',
  'tools/lint-packages',
  'site',
  'tools/asyncapi',
  'tools/clients',
  'tools/linters',
  'tools/mounts',
  'tests/mutation',
  'tools/peers',
  'tools/prism',
  'tools/runtimes',
  'tools/storage',
];

describe('a lock file', () => {
  test.each(folders)('of %s is whole: npm ci finds everything in it', (folder) => {
    expect(lockGapsIn(folder)).toEqual([]);
  });

  test('that lacks a package, or is for another package.json, would be found', () => {
    const packages = {
      '': { dependencies: { a: '1.0.0', b: '2.0.0' } },
      'node_modules/a': { version: '1.0.0', dependencies: { c: '^1.0.0', d: '1.0.0' }, peerDependencies: { e: '1' } },
      'node_modules/a/node_modules/d': { version: '1.0.1' },
      'node_modules/b': { version: '2.0.0', optionalDependencies: { f: '1' }, devDependencies: { g: '1' } },
    };
    expect(lockGaps({ dependencies: { a: '1.0.0', b: '2.0.1' }, workspaces: ['x'] }, packages)).toEqual([
      'b is 2.0.1 in package.json and 2.0.0 in the lock',
      'other workspaces',
      'node_modules/a needs c ^1.0.0',
      'node_modules/a needs d 1.0.0, locked is 1.0.1',
      'node_modules/a needs e 1',
    ]);
  });
});
