import { readdir } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasCode } from '@taproot/core';
import type { Migration } from 'kysely';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';
import { runsCompiled } from './runs-compiled.ts';

/** `database.migrations` when nobody says otherwise. */
export const defaultFolder = 'database/migrations';

const loadable = /^(?!.*\.d\.[cm]?ts$)(.+)\.[cm]?[jt]s$/;

/** What the file of a migration exports. */
export interface MigrationFile extends Migration {
  /** True in what `make:migration` wrote, until its author removes the line: such a file does not run. */
  readonly draft?: unknown;
}

/** Where the migrations of an application are: its sources, and what is compiled from them. */
export interface MigrationFolders {
  /** Where a new migration is written. */
  readonly source: string;
  /** Below `dist`; null when the configuration names the very folder, by a URL. */
  readonly compiled: string | null;
}

export const migrationFolders = (configured: string | URL, basePath: string): MigrationFolders => {
  const text = String(configured);
  if (text.startsWith('file:')) return { source: fileURLToPath(text), compiled: null };
  if (isAbsolute(text)) return { source: text, compiled: null };
  return { source: join(basePath, text), compiled: join(basePath, 'dist', text) };
};

/** The migrations by name, the file's without its ending; files are imported, from `dist` where the application runs there. */
export const loadMigrations = async (
  { source, compiled }: MigrationFolders,
  basePath: string,
): Promise<Record<string, MigrationFile>> => {
  const folders =
    compiled === null ? [source] : runsCompiled(basePath, process) ? [compiled, source] : [source, compiled];
  const failures: unknown[] = [];
  for (const folder of folders) {
    try {
      return await loadFolder(folder);
    } catch (error) {
      // Sources that this process cannot read, or that were not deployed, have a compiled twin.
      if (!hasCode(error, 'ERR_UNKNOWN_FILE_EXTENSION', 'ENOENT')) throw folderError(folder, error);
      failures.push(error);
    }
  }
  const unreadable = failures.find((error) => !hasCode(error, 'ENOENT'));
  // An application that has none yet; a folder of another name was meant to be there.
  if (unreadable === undefined && source === join(basePath, defaultFolder)) return {};
  throw folderError(source, unreadable ?? failures[0]);
};

const loadFolder = async (folder: string): Promise<Record<string, MigrationFile>> => {
  const files = (await readdir(folder)).filter((file) => loadable.test(file)).sort();
  const migrations: Record<string, MigrationFile> = {};
  for (const file of files) migrations[loadable.exec(file)?.[1] ?? file] = await loadFile(join(folder, file));
  return migrations;
};

const loadFile = async (file: string): Promise<MigrationFile> => {
  let module: object;
  try {
    module = (await import(pathToFileURL(file).href)) as object;
  } catch (cause) {
    if (hasCode(cause, 'ERR_UNKNOWN_FILE_EXTENSION')) throw cause;
    throw errors.E_MIGRATION_LOAD({ file, reason: reasonOf(cause) }, { cause });
  }
  if (isMigration(module)) return module;
  throw errors.E_MIGRATION_LOAD({ file, reason: 'it exports no function up' });
};

const isMigration = (module: object): module is MigrationFile => 'up' in module && typeof module.up === 'function';

const folderError = (folder: string, error: unknown): unknown => {
  if (hasCode(error, 'ERR_UNKNOWN_FILE_EXTENSION'))
    return errors.E_MIGRATION_FOLDER({ folder, reason: 'this process does not read TypeScript' }, { cause: error });
  if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'EACCES')) return error;
  return errors.E_MIGRATION_FOLDER({ folder, reason: reasonOf(error) }, { cause: error });
};
