import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Choices } from './choices.ts';
import { errors } from './errors.ts';
import { render } from './render.ts';
import { runCommand } from './run-command.ts';
import { checkDirectory, writeFiles } from './write-files.ts';

const liesInRepository = (folder: string): boolean => {
  if (existsSync(join(folder, '.git'))) return true;
  const parent = dirname(folder);
  return parent !== folder && liesInRepository(parent);
};

const install = async ({ directory, packageManager }: Choices): Promise<void> => {
  // The script that `npm start` runs too, so that it finds its work done.
  if (await runCommand(process.execPath, ['scripts/set-up.mjs'], directory)) return;
  rmSync(join(directory, 'node_modules'), { recursive: true, force: true });
  throw errors.E_INSTALL_FAILED(`${packageManager} install`);
};

// Not `instanceof Error`, which depends on the realm.
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error;

/**
 * Makes an application: all its files or, when that fails, none. A dependency that cannot be installed leaves the files,
 * which are whole, and no node_modules, which would not be.
 */
export const createApplication = async (template: string, choices: Choices): Promise<void> => {
  const files = render(template, choices);
  // With --force over an application there may be secrets that exist nowhere else.
  if (existsSync(join(choices.directory, '.env'))) files.delete('.env');
  try {
    checkDirectory(choices.directory, choices.force);
    writeFiles(choices.directory, files);
  } catch (error) {
    // Node's own: the disk is full, the folder is another's.
    throw isSystemError(error) ? errors.E_WRITE_FAILED(error.message) : error;
  }
  // Without git there is no repository; that is no reason to stop.
  if (choices.git && !liesInRepository(choices.directory))
    await runCommand('git', ['init', '--quiet'], choices.directory);
  if (choices.install) await install(choices);
};
