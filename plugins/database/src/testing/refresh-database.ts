import type { Application } from '@taproot/core';
import { sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { databasesOf } from '../connection/database-runtime.ts';
import { restartFactories } from '../factories/made-rows.ts';
import type { ConnectionName } from '../tables.ts';
import { forget, make, prepare, requireTestDatabase, setUsed } from './prepare.ts';
import { truncate } from './truncate.ts';

/** How to reset a database for a test. */
export interface RefreshOptions {
  /** Name of the connection; default: the default connection. */
  readonly connection?: ConnectionName;
  /**
   * `transaction` (the default) rolls back what the test changes; `truncation` empties the tables before the test, for tests with several
   * connections at once. MySQL tables without transactions are always truncated.
   */
  readonly by?: 'transaction' | 'truncation';
  /** Runs the seeders once, after the migrations: each test begins with their rows. False by default. */
  readonly seed?: boolean;
}

/**
 * Gives a test an empty, migrated database; call it before each test. Each test worker has its own database, which is created and migrated
 * at the first call. Taproot undoes the changes of the last test, at the latest when the application closes.
 *
 * @throws E_DATABASE_TESTS for a database that is not only for tests, or outside of `APP_ENV=testing`.
 * @example beforeEach(() => refreshDatabase(app));
 */
export const refreshDatabase = async (app: Application, options: RefreshOptions = {}): Promise<void> => {
  const { connection: name = null, by = 'transaction', seed = false } = options;
  const connection = databasesOf(app).connection(name);
  requireTestDatabase(app, connection);
  if (!(await connection.letGo())) await forget(connection);
  // Factories begin with fixed numbers, so that seeders and tests get the same rows in each run. Tests begin with other
  // numbers than seeders.
  restartFactories(seed ? seedOfSeeders : seedOfTests, 0);
  let { used, filled } = await prepare(app, connection, seed);
  const holds = by === 'transaction' && (await knowsTransactions(connection));
  if (filled && used) {
    // Only the migrations can insert their rows again.
    ({ used, filled } = await make(app, connection, seed));
  } else if (!filled && (used || !holds)) {
    await truncate(connection);
    if (seed) await app.facades.Seeder(connection.name).run();
  }
  if (seed) restartFactories(seedOfTests, numbersOfSeeders);
  if (used === holds) await setUsed(connection, !holds);
  if (holds) await connection.hold();
};

const seedOfTests = 1;
const seedOfSeeders = 2;
const numbersOfSeeders = 1_000_000;

const knowsTransactions = async ({ db, settings }: Connection): Promise<boolean> => {
  if (settings.driver !== 'mysql') return true;
  const { rows } = await sql`
    select 1 from information_schema.tables where table_schema = database() and engine in ('MyISAM', 'Aria', 'MEMORY', 'CSV')
    limit 1`.execute(db);
  return rows.length === 0;
};
