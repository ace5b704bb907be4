import type { FrameworkError } from '@taproot/core';
import type { HealthCheck } from '@taproot/core/plugin';
import { type Kysely, type Migration, type MigrationResultSet, Migrator, NO_MIGRATIONS } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';
import { migrationError } from './migration-error.ts';
import type { MigrationFile } from './migration-files.ts';
import { MigrationWatch } from './migration-watch.ts';
import { wipe } from './wipe.ts';

/**
 * The database in a migration. It accepts any table name, because a migration is older than the types that describe the tables. Schema
 * builder and queries are kysely's.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- tables of yesterday, which no type describes any more
export type MigrationDb = Kysely<any>;

/** One migration of `status()`. */
export interface MigrationStatus {
  /** Name of its file, without the extension. */
  readonly name: string;
  /** When it ran; null when it has not. */
  readonly ran: Date | null;
  /** Whether it has run, but its file no longer exists. */
  readonly missing: boolean;
  /** Whether it does not run yet, because its file still has the line `export const draft = true;`. */
  readonly draft: boolean;
}

/** Where migrations come from. */
export interface MigrationSource {
  /** For messages. */
  readonly folder: string;
  load(): Promise<Record<string, MigrationFile>>;
  /** Called when `latest()` finds drafts, with `E_MIGRATION_DRAFT`. It skips them, unless this throws. */
  skip(drafts: FrameworkError): void;
  /** Receives what somebody who waits should know: E_MIGRATION_WAITING, E_MIGRATION_RUNNING, E_MIGRATION_NEWER. */
  warn(notice: FrameworkError): void;
}

/** How `latest()` treats a database that is newer than the application. */
export interface LatestOptions {
  /**
   * Whether migrations without a file are only a warning (E_MIGRATION_NEWER) if this version has nothing to run: a newer version ran them,
   * and this one starts beside it. False by default.
   */
  readonly allowNewer?: boolean;
}

type Db = Connection['db'];

/** kysely's own names, so that its tools find the migrations that ran. */
const history = 'kysely_migration';

/** The migrations of an application on one connection. Only one process at a time runs any. */
export class Migrations {
  readonly #connection: Connection;
  readonly #source: MigrationSource;

  constructor(connection: Connection, source: MigrationSource) {
    this.#connection = connection;
    this.#source = source;
  }

  /**
   * Runs all migrations that have not run, in the order of their names, and resolves to these names. Drafts are skipped
   * with a warning in development, and are an error in every other environment.
   * @throws E_MIGRATION_FAILED, E_MIGRATION_LOAD, E_MIGRATION_MISSING, and E_MIGRATION_DRAFT outside of development.
   */
  async latest({ allowNewer = false }: LatestOptions = {}): Promise<readonly string[]> {
    const migrations = await this.#source.load();
    return this.#connection.withPatience(async (db) => {
      for (;;) {
        const ran = await ranIn(db);
        const missing = withoutFile(ran, migrations);
        if (missing.length > 0 && !allowNewer) throw this.#missing(missing);
        const written = this.#written(migrations, ran);
        const done = new Set(ran.map(({ name }) => name));
        const isComplete = Object.keys(written).every((name) => done.has(name));
        // Different versions that both have something to run are different branches, not an older one and a newer one.
        if (missing.length > 0 && !isComplete) throw this.#missing(missing);
        if (missing.length > 0) this.#source.warn(errors.E_MIGRATION_NEWER(this.#shown(missing)));
        if (isComplete) return [];
        const watch = this.#watch(db);
        const outcome = await watch.during(migrator(db, watch.watched(written)).migrateToLatest());
        // While this process waited for the lock, a newer version has migrated.
        if (!isCorrupted(outcome.error)) return this.#outcome(outcome);
      }
    });
  }

  /** Undoes the last `step` migrations (default: 1; `Infinity` for all), the last one first, and resolves to their names. */
  async rollback({ step = 1 }: { readonly step?: number } = {}): Promise<readonly string[]> {
    const migrations = await this.#source.load();
    return this.#connection.withPatience(async (db) => {
      const ran = await ranIn(db);
      const missing = withoutFile(ran, migrations);
      if (missing.length > 0) throw this.#missing(missing);
      const undone = ran.slice(Math.max(0, ran.length - step));
      for (const { name } of undone)
        if (migrations[name]?.down === undefined) throw errors.E_MIGRATION_ONE_WAY({ migration: name });
      if (undone.length === 0) return [];
      const target = ran[ran.length - undone.length - 1]?.name ?? NO_MIGRATIONS;
      const watch = this.#watch(db);
      const undoing = watch.watched(onlyUndoing(migrations, undone, this.#connection));
      return this.#outcome(await watch.during(migrator(db, undoing).migrateTo(target)));
    });
  }

  /** Drops every table and view, also those that no migration made. On PostgreSQL, only those of the current schema. */
  async wipe(): Promise<void> {
    await this.#connection.withPatience((db) => wipe(db, this.#connection.settings.driver));
    this.#connection.kinds.forget();
  }

  /**
   * Drops every table and view, then runs all migrations, and resolves to their names.
   * @throws E_MIGRATION_LOAD before anything is dropped, and the errors of `latest()`.
   */
  async fresh(): Promise<readonly string[]> {
    await this.#source.load();
    await this.wipe();
    return this.latest();
  }

  /** Every migration in the order of the names, also those whose file no longer exists. */
  async status(): Promise<readonly MigrationStatus[]> {
    const migrations = await this.#source.load();
    const ran = new Map((await ranIn(this.#connection.db)).map(({ name, at }) => [name, at]));
    const names = [...new Set([...Object.keys(migrations), ...ran.keys()])].sort();
    return names.map((name) => ({
      name,
      ran: ran.get(name) ?? null,
      missing: !Object.hasOwn(migrations, name),
      draft: !ran.has(name) && isDraft(migrations[name]),
    }));
  }

  // Leaves out drafts. A draft that runs would be recorded, and the code that is written later would never run.
  #written(migrations: Record<string, MigrationFile>, ran: readonly Ran[]): Record<string, MigrationFile> {
    const done = new Set(ran.map(({ name }) => name));
    const drafts = Object.keys(migrations).filter((name) => !done.has(name) && isDraft(migrations[name]));
    if (drafts.length === 0) return migrations;
    this.#source.skip(errors.E_MIGRATION_DRAFT({ folder: this.#source.folder, migrations: drafts.join(', ') }));
    return Object.fromEntries(Object.entries(migrations).filter(([name]) => !drafts.includes(name)));
  }

  #watch(db: Db): MigrationWatch {
    return new MigrationWatch(this.#connection, db, (notice) => this.#source.warn(notice));
  }

  #missing(missing: readonly string[]): FrameworkError {
    return errors.E_MIGRATION_MISSING(this.#shown(missing));
  }

  #shown(missing: readonly string[]): { readonly folder: string; readonly migrations: string } {
    return { folder: this.#source.folder, migrations: missing.join(', ') };
  }

  #outcome({ error, results = [] }: MigrationResultSet): readonly string[] {
    if (error !== undefined) throw migrationError(this.#connection, error, results);
    return results.map(({ migrationName }) => migrationName);
  }
}

/** Whether kysely found a migration without a file, when it had the lock. It has no other mark than this text. */
const isCorrupted = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('corrupted migrations: previously executed migration');

const withoutFile = (ran: readonly Ran[], migrations: Record<string, Migration>): readonly string[] =>
  ran.filter(({ name }) => !Object.hasOwn(migrations, name)).map(({ name }) => name);

const isDraft = (migration: MigrationFile | undefined): boolean => migration?.draft === true;

/**
 * Another process may migrate in the meantime. Without this check, this process would then undo or run migrations that its user did not ask for.
 */
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

/** Allows migrations that were merged late with an earlier name. */
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

/** The migrations that ran, in the order in which they ran. */
const ranIn = async (db: Db): Promise<readonly Ran[]> => {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === history)) return [];
  const rows = await db.selectFrom(history).select(['name', 'timestamp']).execute();
  return rows
    .map(({ name, timestamp }) => ({ name: String(name), at: new Date(String(timestamp)) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || (a.name < b.name ? -1 : 1));
};

/**
 * A health check that fails while a migration of the default connection has not run. When all have run, it stops asking, because the files
 * of a running process do not change.
 */
export const pendingCheck = (migrations: () => Migrations): HealthCheck => {
  let complete = false;
  return async (signal) => {
    if (complete) return;
    const pending = (await migrations().status()).filter(({ ran }) => ran === null).map(({ name }) => name);
    signal.throwIfAborted();
    if (pending.length > 0) throw errors.E_MIGRATION_PENDING({ migrations: pending.join(', ') });
    complete = true;
  };
};
