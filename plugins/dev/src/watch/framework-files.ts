import { readdirSync } from 'node:fs';
import { createRequire, findSourceMap } from 'node:module';
import { dirname, join } from 'node:path';
import { frameworkPackages } from '@taproot/console/internal';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const filesOf = (require: NodeJS.Require, name: string): string[] => {
  try {
    const folder = dirname(require.resolve(name));
    return readdirSync(folder)
      .filter((file) => file.endsWith('.js'))
      .map((file) => join(folder, file));
  } catch {
    // The package is not installed, or looks different.
    return [];
  }
};

/**
 * Files of packages of the framework that this process has loaded so far. Node has no list of loaded ES modules, but knows the source map
 * of each. Reading a map takes a while, so doing it here also saves that time when routes need their places. Ends early when `wanted()` is
 * true.
 */
export const loadedFiles = async (root: string, wanted: () => boolean = () => false): Promise<string[]> => {
  const require = createRequire(join(root, 'package.json'));
  const loaded: string[] = [];
  for (const file of frameworkPackages(root).flatMap((name) => filesOf(require, name))) {
    await turn();
    if (wanted()) break;
    if (findSourceMap(file) !== undefined) loaded.push(file);
  }
  return loaded;
};
