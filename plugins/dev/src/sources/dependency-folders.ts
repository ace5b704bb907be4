import { realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { readManifest } from '@taproot/console/internal';

// A link that leads to itself, or a folder of another user, counts as absent.
const folderOf = (path: string): string | null => {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined ? null : realpathSync(path);
  } catch {
    return null;
  }
};

const find = (folder: string, name: string): string | null => {
  const parent = dirname(folder);
  return folderOf(join(folder, 'node_modules', name)) ?? (parent === folder ? null : find(parent, name));
};

/** Whether a package lies in the workspace, outside of `node_modules`: its files change during development. */
export const isLinked = (folder: string): boolean => !folder.includes(`${sep}node_modules${sep}`);

/** Real folders of the packages on which the package in `root` depends, and of the dependencies of linked packages; each once. */
export const dependencyFolders = (root: string): string[] => {
  const found = new Set<string>();
  const add = (folder: string): void => {
    const manifest = readManifest(join(folder, 'package.json'));
    for (const name of Object.keys({ ...manifest?.dependencies, ...manifest?.devDependencies })) {
      const dependency = find(folder, name);
      if (dependency === null || found.has(dependency)) continue;
      found.add(dependency);
      if (isLinked(dependency)) add(dependency);
    }
  };
  add(root);
  return [...found];
};
