import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, database, type MigrationDb, sql } from '@taproot/database';
import { type Job, queue, queueTables } from '@taproot/queue';
import { validation } from '@taproot/validation';

/** What a test wants of its application. */
export interface Wanted {
  readonly jobs?: readonly Job[];
  readonly connection?: ConnectionConfig;
  readonly config?: Config['queue'];
  readonly plugins?: readonly AnyPlugin[];
}

/** An application with a queue, its tables, and what it reported. */
export interface Booted {
  readonly app: Application;
  readonly db: MigrationDb;
  readonly reports: (Error & { readonly code?: string })[];
}

const open: (() => unknown)[] = [];

/** Closes the applications of a test. */
export const closeAll = async (): Promise<void> => {
  for (const close of open.splice(0).toReversed()) await close();
};

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** Makes the tables of a queue anew. */
export const freshTables = async (db: MigrationDb): Promise<void> => {
  for (const statement of queueTables.down) await run(db, [statement.replace('drop table', 'drop table if exists')]);
  await run(db, queueTables.up);
};

/** Boots an application whose queue is the table of a database: SQLite in memory if the test names none. */
export const boot = async ({ jobs = [], connection, config = {}, plugins = [] }: Wanted = {}): Promise<Booted> => {
  const reports: Booted['reports'] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const main = connection ?? ({ driver: 'sqlite', path: ':memory:' } as const);
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([reporting, validation(), database(), queue(), ...plugins])
    .withConfig({
      database: { default: 'main', connections: { main }, migrate_on_boot: false },
      queue: { engine: 'database', ...(typeof config === 'object' ? config : {}) },
    })
    .withJobs(jobs)
    .create();
  open.push(() => app.close());
  const facades: { DB(): MigrationDb } = app.facades;
  const db = facades.DB();
  await freshTables(db);
  return { app, db, reports };
};

/** Works on all jobs that may begin now. */
export const workUntilEmpty = ({ app }: Booted): Promise<number> =>
  app.facades.Queue().work({ signal: new AbortController().signal, untilEmpty: true });
