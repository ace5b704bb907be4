import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** An application on disk: its folder and its bootstrap files; a missing file is null. */
export interface ApplicationFiles {
  readonly root: string;
  readonly typescript: string | null;
  readonly javascript: string | null;
}

const firstExisting = (root: string, ...files: string[]): string | null =>
  files.map((file) => join(root, file)).find((file) => existsSync(file)) ?? null;

/** Whether a folder is the compiled output of an application, whose package.json is above it. */
const isBuild = (folder: string): boolean =>
  basename(folder) === 'dist' &&
  !existsSync(join(folder, 'package.json')) &&
  existsSync(join(dirname(folder), 'package.json'));

/** The application that contains `folder`: the nearest folder upwards with a bootstrap file, or null. */
export const findApplication = (folder: string): ApplicationFiles | null => {
  const parent = dirname(folder);
  if (isBuild(folder)) return findApplication(parent);
  const typescript = firstExisting(folder, 'bootstrap/app.ts');
  const javascript = firstExisting(folder, 'dist/bootstrap/app.js', 'bootstrap/app.js');
  if (typescript !== null || javascript !== null) return { root: folder, typescript, javascript };
  return parent === folder ? null : findApplication(parent);
};
