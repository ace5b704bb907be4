import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** An application on disk: its folder and its bootstrap files, null where there is none. */
export interface ApplicationFiles {
  readonly root: string;
  readonly typescript: string | null;
  readonly javascript: string | null;
}

const firstExisting = (root: string, ...files: string[]): string | null =>
  files.map((file) => join(root, file)).find((file) => existsSync(file)) ?? null;

/** The application that `folder` lies in: the nearest folder upwards with a bootstrap file, or null. */
export const findApplication = (folder: string): ApplicationFiles | null => {
  const typescript = firstExisting(folder, 'bootstrap/app.ts');
  const javascript = firstExisting(folder, 'dist/bootstrap/app.js', 'bootstrap/app.js');
  if (typescript !== null || javascript !== null) return { root: folder, typescript, javascript };
  const parent = dirname(folder);
  return parent === folder ? null : findApplication(parent);
};
