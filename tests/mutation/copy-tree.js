import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';

const copied = ['core', 'client', 'create-taproot', 'plugins', 'scripts', 'tests', 'package.json', 'jest.config.js'];
const left = new Set(['node_modules', 'dist', '.tmp', 'coverage']);

/**
 * Copies what the tests need into a temporary directory, so that mutants never stand in the tree one works in. Packages of others
 * are linked, those of this repository are the copies. Resolves to the directory.
 */
export const copyTree = (root) => {
  const tree = mkdtempSync(join(tmpdir(), 'taproot-mutation-'));
  for (const name of copied)
    cpSync(join(root, name), join(tree, name), {
      recursive: true,
      filter: (path) =>
        !path
          .slice(root.length)
          .split(sep)
          .some((part) => left.has(part)),
    });
  link(join(root, 'node_modules'), join(tree, 'node_modules'));
  const scope = join(tree, 'node_modules', '@taproot');
  mkdirSync(scope);
  for (const name of ['core', ...readdirSync(join(tree, 'plugins'))]) {
    const folder = name === 'core' ? join(tree, 'core') : join(tree, 'plugins', name);
    if (existsSync(join(folder, 'package.json'))) symlinkSync(folder, join(scope, name));
  }
  return tree;
};

const link = (from, to) => {
  mkdirSync(to);
  for (const name of readdirSync(from))
    if (name !== '@taproot' && !name.startsWith('.')) symlinkSync(join(from, name), join(to, name));
};
