import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { errors } from '../errors.ts';

/**
 * The folder of an application: the given folder or, for a module (`import.meta.url`), the nearest folder above it with
 * package.json. So it is the same for sources and for compiled files in dist/.
 */
export const resolveBasePath = (basePath: string | URL): string => {
  const given = String(basePath);
  if (!given.startsWith('file:')) return resolve(given);
  const path = fileURLToPath(given);
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true ? nearestPackage(path) : path;
};

const nearestPackage = (module: string): string => {
  let folder = dirname(module);
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) throw errors.E_BASE_PATH({ module });
    folder = parent;
  }
  return folder;
};
