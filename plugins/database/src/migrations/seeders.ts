import { reasonOf } from '@taproot/core/internal';
import { didYouMean } from '@taproot/core/plugin';
import type { Kysely } from 'kysely';
import { seedersFolder } from '../config/config.ts';
import { errors } from '../errors.ts';
import type { ConnectionName, Tables, TablesOf } from '../tables.ts';
import { loadModules, type ModuleFolders, type ModuleKind } from './module-folder.ts';

/**
 * Fills tables with rows for development and tests; the file exports it as `seed`. `Seeder<'reports'>` is a seeder for another connection.
 */
export type Seeder<Name extends ConnectionName | null = null> = (
  db: Kysely<Name extends null ? Tables : TablesOf<Name>>,
) => Promise<void>;

interface SeederFile {
  // The tables are what the application declares them to be.
  readonly seed: (db: never) => unknown;
}

const kind: ModuleKind<SeederFile> = {
  defaultFolder: seedersFolder,
  is: (module): module is SeederFile => 'seed' in module && typeof module.seed === 'function',
  unloadable: (file, cause) =>
    cause === null
      ? errors.E_SEEDER_LOAD({ file, reason: 'it exports no function seed' })
      : errors.E_SEEDER_LOAD({ file, reason: reasonOf(cause) }, { cause }),
  unreadable: (folder, reason, cause) => errors.E_SEEDER_FOLDER({ folder, reason }, { cause }),
};

/** A seeder's name without its number: `01_users` becomes `users`. */
export const seederName = (file: string): string => file.replace(/^\d+_/, '');

/** The seeders of an application on one connection. */
export class Seeders {
  readonly #db: unknown;
  readonly #folders: ModuleFolders;
  readonly #basePath: string;

  constructor(db: unknown, folders: ModuleFolders, basePath: string) {
    this.#db = db;
    this.#folders = folders;
    this.#basePath = basePath;
  }

  /**
   * Runs the seeders of these names, or all of them, in the order of their files. Calls `ran` after each.
   * @throws E_SEEDER_UNKNOWN before any has run, E_SEEDER_LOAD, E_SEEDER_FOLDER, and the error of a seeder.
   */
  async run(names: readonly string[] = [], ran: (name: string) => void = () => undefined): Promise<readonly string[]> {
    const files = Object.entries(await loadModules(this.#folders, this.#basePath, kind));
    const known = files.map(([file]) => seederName(file));
    for (const name of names)
      if (!known.includes(seederName(name)))
        throw errors.E_SEEDER_UNKNOWN({
          name,
          folder: this.#folders.source,
          hint: didYouMean(name, known),
        });
    const wanted = new Set(names.map(seederName));
    const chosen = files.filter(([file]) => names.length === 0 || wanted.has(seederName(file)));
    for (const [file, { seed }] of chosen) {
      await seed(this.#db as never);
      ran(file);
    }
    return chosen.map(([file]) => file);
  }
}
