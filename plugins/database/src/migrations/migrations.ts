import { type Migration, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';
import { migrationError } from './migration-error.ts';

/** One migration: `ran` is when it ran, null when it has not; `missing` when it ran and its file is gone. */
export interface MigrationStatus {
  /** Name of its file, without the extension. */
  readonly name: string;
  /** When it ran; null when it has not. */
  readonly ran: Date | null;
  /** Whether it ran, and its file is gone. */
  readonly missing: boolean;
}

/** Where migrations come from. */
export interface MigrationSource {
  /** For messages. */
  readonly folder: string;
  load(): Promise<Record<string, Migration>>;
}

type Db = Connection['db'];

/** kysely's own names, so that its tools find what ran. */
const history = 'kysely_migration';

/** The migrations of an application on one connection. Only one process at a time runs any. */
export class Migrations {
  readonly #connection: Connection;
  readonly #source: MigrationSource;

  constructor(connection: Connection, source: MigrationSource) {
    this.#connection = connection;
    this.#source = source;
  }

  /** Runs all that have not run, in the order of their names; resolves to those. `E_MIGRATION_FAILED` and its like. */
  async latest(): Promise<readonly string[]> {
    const migrations = await this.#source.load();
    return this.#connection.withPatience(async (db) => {
      await this.#requireFiles(db, migrations);
      return this.#outcome(await migrator(db, migrations).migrateToLatest());
    });
  }

  /** Undoes the last `step` that ran, the last one first; resolves to those. */
  async rollback({ step = 1 }: { readonly step?: number } = {}): Promise<readonly string[]> {
    const migrations = await this.#source.load();
    return this.#connection.withPatience(async (db) => {
      const ran = await this.#requireFiles(db, migrations);
      const undone = ran.slice(Math.max(0, ran.length - step));
      for (const { name } of undone)
        if (migrations[name]?.down === undefined) throw errors.E_MIGRATION_ONE_WAY({ migration: name });
      if (undone.length === 0) return [];
      const target = ran[ran.length - undone.length - 1]?.name ?? NO_MIGRATIONS;
      return this.#outcome(await migrator(db, onlyUndoing(migrations, undone, this.#connection)).migrateTo(target));
    });
  }

  /** Every migration in the order of the names, those without a file among them. */
  async status(): Promise<readonly MigrationStatus[]> {
    const migrations = await this.#source.load();
    const ran = new Map((await ranIn(this.#connection.db)).map(({ name, at }) => [name, at]));
    const names = [...new Set([...Object.keys(migrations), ...ran.keys()])].sort();
    return names.map((name) => ({ name, ran: ran.get(name) ?? null, missing: !Object.hasOwn(migrations, name) }));
  }

  async #requireFiles(db: Db, migrations: Record<string, Migration>): Promise<readonly Ran[]> {
    const ran = await ranIn(db);
    const missing = ran.filter(({ name }) => !Object.hasOwn(migrations, name)).map(({ name }) => name);
    if (missing.length === 0) return ran;
    throw errors.E_MIGRATION_MISSING({ folder: this.#source.folder, migrations: missing.join(', ') });
  }

  #outcome({ error, results = [] }: MigrationResultSet): readonly string[] {
    if (error !== undefined) throw migrationError(this.#connection, error, results);
    return results.map(({ migrationName }) => migrationName);
  }
}

/** A target is gone past by whoever migrates in between; then what was not asked for would be undone, or run. */
const onlyUndoing = (
  migrations: Record<string, Migration>,
  undone: readonly Ran[],
  { name: connection }: Connection,
): Record<string, Migration> => {
  const names = new Set(undone.map(({ name }) => name));
  const refuse = () => Promise.reject(errors.E_MIGRATION_MOVED({ connection }));
  return Object.fromEntries(
    Object.entries(migrations).map(([name, migration]) => [
      name,
      { up: refuse, down: names.has(name) ? async (run: Db) => migration.down?.(run) : refuse },
    ]),
  );
};

/** A migration that was merged late, with an earlier name, runs too. */
const migrator = (db: Db, migrations: Record<string, Migration>): Migrator =>
  new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    allowUnorderedMigrations: true,
    nameComparator: (a, b) => (a < b ? -1 : 1),
  });

interface Ran {
  readonly name: string;
  readonly at: Date;
}

/** What ran, in the order in which it did. */
const ranIn = async (db: Db): Promise<readonly Ran[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === history)) return [];
  const rows = await db.selectFrom(history).select(['name', 'timestamp']).execute();
  return rows
    .map(({ name, timestamp }) => ({ name: String(name), at: new Date(String(timestamp)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1));
};
