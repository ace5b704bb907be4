import { createHash } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ppid } from 'node:process';
import { type Application, hasCode } from '@taproot/core';
import { sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';
import { moduleFolders } from '../migrations/module-folder.ts';
import { stateTable } from './state-table.ts';
import { hasRows } from './truncate.ts';

/** Whether a server was reached and has no such database. */
const isMissingDatabase = (error: unknown): boolean =>
  error instanceof Error && hasCode(error.cause, '3D000', 'ER_BAD_DB_ERROR');

/** Makes the database of a connection on its server. */
const createMissing = async (connection: Connection): Promise<void> => {
  const { settings } = connection;
  if (settings.driver === 'sqlite') return;
  // To create a database, PostgreSQL needs a connection to another one; MySQL does not.
  const place = settings.driver === 'pgsql' ? 'postgres' : '';
  await connection.atServer(place, (db) => sql`create database ${sql.id(settings.database)}`.execute(db));
};

/** The state of a test database. */
interface State {
  /** Identifies the run of the test runner, and the migration files. */
  readonly version: string;
  readonly seeded: boolean;
  /** Whether migrations insert rows, which truncation would lose. */
  readonly filled: boolean;
  /** Whether a test may have left rows. */
  readonly used: boolean;
}

/** The database that a test finds. */
export interface Prepared extends Pick<State, 'filled' | 'used'> {}

/** Throws for a database that is not only for tests. */
export const requireTestDatabase = (app: Application, { name: connection, settings }: Connection): void => {
  const inTesting = app.config.app.env === 'testing';
  if (inTesting && settings.forTests) return;
  const examples = {
    sqlite: 'sqlite:storage/testing_',
    pgsql: 'postgres://127.0.0.1/app_test_',
    mysql: 'mysql://127.0.0.1/app_test_',
  };
  const suffix = settings.driver === 'sqlite' ? '.sqlite' : '';
  throw errors.E_DATABASE_TESTS({
    connection,
    database: settings.driver === 'sqlite' ? settings.path : `"${settings.database}"`,
    reason: inTesting ? 'it may hold rows that are not of tests' : 'the application does not run with APP_ENV=testing',
    example: `DATABASE_URL=${examples[settings.driver]}{worker}${suffix}`,
  });
};

/** The last work on each database of this process that makes tables. */
const turns = new Map<string, Promise<unknown>>();

/**
 * Makes tables of a database after all earlier work of this kind. When the time of a test is over, its application still makes them while the next
 * test begins: both would find half of the tables of the other.
 */
const inTurn = async <Result>({ settings }: Connection, work: () => Promise<Result>): Promise<Result> => {
  const key = settings.driver === 'sqlite' ? settings.path : `${settings.driver} ${settings.database}`;
  const turn = (turns.get(key) ?? Promise.resolve()).then(work, work);
  turns.set(key, turn);
  try {
    return await turn;
  } finally {
    if (turns.get(key) === turn) turns.delete(key);
  }
};

/**
 * Creates the database of a test worker. Migrates it once in each run of the tests, and again when a migration file has
 * changed. If `seed` is null, rows of seeders do not matter.
 */
export const prepare = (app: Application, connection: Connection, seed: boolean | null): Promise<Prepared> =>
  inTurn(connection, () => prepareNow(app, connection, seed));

const prepareNow = async (app: Application, connection: Connection, seed: boolean | null): Promise<Prepared> => {
  const version = versionOf(app);
  const state = await readState(connection);
  if (state?.version === version && (seed === null || state.seeded === seed)) return state;
  const { settings } = connection;
  // A database in memory is new: only the boot has written to it.
  if (settings.driver !== 'sqlite' || settings.path !== ':memory:' || state !== null)
    return makeNow(app, connection, seed === true);
  await app.facades.Migrator(connection.name).latest();
  return complete(app, connection, seed === true);
};

/** Drops every table and migrates again. */
export const make = (app: Application, connection: Connection, seed: boolean): Promise<Prepared> =>
  inTurn(connection, () => makeNow(app, connection, seed));

const makeNow = async (app: Application, connection: Connection, seed: boolean): Promise<Prepared> => {
  await app.facades.Migrator(connection.name).fresh();
  return complete(app, connection, seed);
};

const complete = async (app: Application, connection: Connection, seeded: boolean): Promise<Prepared> => {
  const filled = await hasRows(connection);
  if (seeded) await app.facades.Seeder(connection.name).run();
  await writeState(connection, { version: versionOf(app), seeded, filled });
  return { filled, used: false };
};

/** Notes whether a test may leave rows. */
export const setUsed = async ({ db }: Connection, used: boolean): Promise<void> => {
  await sql`update ${sql.table(stateTable)} set used = ${used ? 1 : 0}`.execute(db);
};

/** Makes the next `prepare()` start with an empty database. */
export const forget = async ({ db }: Connection): Promise<void> => {
  await sql`delete from ${sql.table(stateTable)}`.execute(db);
};

const readState = async (connection: Connection): Promise<State | null> => {
  try {
    const { rows } = await sql<{ version: string; seeded: number; filled: number; used: number }>`
      select version, seeded, filled, used from ${sql.table(stateTable)}`.execute(connection.db);
    const [row] = rows;
    if (row === undefined) return null;
    return { version: row.version, seeded: row.seeded === 1, filled: row.filled === 1, used: row.used === 1 };
  } catch (error) {
    if (isMissingDatabase(error)) await createMissing(connection);
    else if (!hasCode(error, 'E_DATABASE_SCHEMA')) throw error;
    return null;
  }
};

const writeState = async ({ db }: Connection, { version, seeded, filled }: Omit<State, 'used'>): Promise<void> => {
  // The table may come from another version of the framework and lack columns.
  await db.schema.dropTable(stateTable).ifExists().execute();
  await db.schema
    .createTable(stateTable)
    .addColumn('version', 'varchar(100)')
    .addColumn('seeded', 'integer')
    .addColumn('filled', 'integer')
    .addColumn('used', 'integer')
    .execute();
  const numbers = [seeded, filled, false].map(Number);
  await sql`insert into ${sql.table(stateTable)} (version, seeded, filled, used)
    values (${version}, ${sql.join(numbers)})`.execute(db);
};

/** All workers of a run have the same parent process. */
const versionOf = (app: Application): string => {
  const { migrations, seeders } = app.config.database;
  const hash = createHash('sha256');
  for (const folder of [migrations, seeders]) {
    const { source } = moduleFolders(folder, app.basePath);
    for (const [file, at] of filesOf(source)) hash.update(`${file}:${at};`);
  }
  return `${ppid}:${hash.digest('hex').slice(0, 32)}`;
};

const filesOf = (folder: string): readonly (readonly [file: string, changed: number])[] => {
  try {
    return readdirSync(folder)
      .sort()
      .map((file) => [file, statSync(join(folder, file)).mtimeMs]);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
};
