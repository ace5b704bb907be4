import { reasonOf } from '@taproot/core/internal';
import type { Migration } from 'kysely';
import { migrationsFolder } from '../config/config.ts';
import { errors } from '../errors.ts';
import { loadModules, type ModuleFolders, type ModuleKind } from './module-folder.ts';

/** The exports of a migration file. */
export interface MigrationFile extends Migration {
  /** True in a file of `make:migration`, until you remove the line. Such a file does not run. */
  readonly draft?: unknown;
}

const kind: ModuleKind<MigrationFile> = {
  defaultFolder: migrationsFolder,
  is: (module): module is MigrationFile => 'up' in module && typeof module.up === 'function',
  unloadable: (file, cause) =>
    cause === null
      ? errors.E_MIGRATION_LOAD({ file, reason: 'it exports no function up' })
      : errors.E_MIGRATION_LOAD({ file, reason: reasonOf(cause) }, { cause }),
  unreadable: (folder, reason, cause) => errors.E_MIGRATION_FOLDER({ folder, reason }, { cause }),
};

/** The migrations by name: the name of the file without its extension. */
export const loadMigrations = (folders: ModuleFolders, basePath: string): Promise<Record<string, MigrationFile>> =>
  loadModules(folders, basePath, kind);
