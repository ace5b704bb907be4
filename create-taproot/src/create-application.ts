import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Choices } from './choices.ts';
import { errors } from './errors.ts';
import { firstCommit } from './first-commit.ts';
import { render } from './render.ts';
import { runCommand } from './run-command.ts';
import { checkDirectory, writeFiles } from './write-files.ts';

/** Whether a folder or one of its parents has this entry. */
const liesBelow = (folder: string, entry: string): boolean => {
  if (existsSync(join(folder, entry))) return true;
  const parent = dirname(folder);
  return parent !== folder && liesBelow(parent, entry);
};

/**
 * Removes a folder into which programs of the package manager may still write: rmSync() would fail for files that appear in the
 * meantime. A folder that cannot be removed is left, because the original error matters more.
 */
const remove = async (folder: string, tries = 10): Promise<void> => {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    if (tries === 0) return;
    await setTimeout(100);
    await remove(folder, tries - 1);
  }
};

const install = async ({ directory, packageManager }: Choices): Promise<void> => {
  // `npm start` runs the same script, and then has nothing left to do.
  if (await runCommand(process.execPath, ['scripts/set-up.mjs'], directory)) return;
  await remove(join(directory, 'node_modules'));
  throw errors.E_INSTALL_FAILED(`${packageManager} install`);
};

/** The scripts with which the application describes itself, and the files that they write. The document is read from the types. */
const descriptions = { types: 'types/taproot.d.ts', 'openapi:write': 'api/openapi.json' };

/** Writes the OpenAPI document and the types of names for the first commit. The application also works without them. */
const describe = async ({ directory, packageManager }: Choices): Promise<void> => {
  const env = { ...process.env, APP_ENV: 'development' };
  const { scripts } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { scripts: object };
  for (const [script, file] of Object.entries(descriptions))
    if (script in scripts && !(await runCommand(packageManager, ['run', script], directory, { env, quiet: true })))
      process.stderr.write(`${file} was not written. \`${packageManager} run ${script}\` in the folder says why.\n`);
};

// `instanceof Error` would miss errors of another realm.
const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  typeof error === 'object' && error !== null && 'syscall' in error;

/**
 * Makes an application: either all of its files or, if that fails, none. If installing fails, the files stay, because
 * they are complete, but an incomplete node_modules is removed.
 */
export const createApplication = async (template: string, choices: Choices): Promise<void> => {
  const files = render(template, choices);
  // With --force, an existing application may have secrets in .env that are stored nowhere else.
  if (existsSync(join(choices.directory, '.env'))) files.delete('.env');
  // Inside a pnpm workspace, the application is a member. A workspace file of its own would take it out.
  if (liesBelow(dirname(choices.directory), 'pnpm-workspace.yaml')) files.delete('pnpm-workspace.yaml');
  try {
    checkDirectory(choices.directory, choices.force);
    writeFiles(choices.directory, files);
  } catch (error) {
    // An error of the system: the disk is full, or the folder belongs to another user.
    throw isSystemError(error) ? errors.E_WRITE_FAILED(error.message) : error;
  }
  try {
    if (choices.install) {
      await install(choices);
      await describe(choices);
    }
  } finally {
    // Without git there is no repository, but the application is complete. The lock file is in the commit.
    if (choices.git && !liesBelow(choices.directory, '.git')) {
      const committed = await firstCommit(choices.directory, files.keys());
      if (committed === false) process.stderr.write('The first commit failed; see what git says above.\n');
    }
  }
};
