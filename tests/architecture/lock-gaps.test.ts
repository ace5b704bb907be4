import { describe, expect, test } from '@jest/globals';
import { lockGaps, lockGapsIn } from './lock-gaps.ts';

const folders = [
  '.',
  'bench',
  'examples/conduit-web',
  'tools/lint-packages',
  'site',
  'tools/clients',
  'tools/linters',
  'tests/mutation',
  'tools/peers',
  'tools/prism',
  'tools/runtimes',
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
