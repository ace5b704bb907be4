import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder above a module that has a package.json; null when there is none. */
export const packageFolder = (module: string): string | null => {
  let folder = dirname(module);
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder);
    if (parent === folder) return null;
    folder = parent;
  }
  return folder;
};
