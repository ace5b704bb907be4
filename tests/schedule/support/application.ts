import { type CommandModule, consoleKernel } from '@taproot/console';
import { type Application, type Config, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, database, type MigrationDb, sql } from '@taproot/database';
import { type Job, queue, queueTables } from '@taproot/queue';
import { type Schedule, schedule, scheduleTables } from '@taproot/schedule';
import { validation } from '@taproot/validation';

/** What a test wants of its application. */
export interface Wanted {
  readonly declare?: (schedule: Schedule) => void;
  readonly config?: Exclude<Config['schedule'], ((...args: never[]) => unknown) | undefined>;
  readonly connection?: ConnectionConfig;
  readonly plugins?: readonly AnyPlugin[];
  readonly commands?: CommandModule['commands'];
  readonly jobs?: readonly Job[];
  readonly env?: Readonly<Record<string, string>>;
  readonly queue?: Config['queue'];
}

/** An application with a schedule, and what it reported. */
export interface Booted {
  readonly app: Application;
  readonly reports: (Error & { readonly code?: string })[];
}

const open: (() => unknown)[] = [];

/** Closes the applications of a test. */
export const closeAll = async (): Promise<void> => {
  for (const close of open.splice(0).toReversed()) await close();
};

/** Makes the table of the schedule anew. */
export const freshTable = async (app: Application): Promise<void> => {
  const facades: { DB(): MigrationDb } = app.facades;
  const drop = scheduleTables.down.map((statement) => statement.replace('drop table', 'drop table if exists'));
  for (const statement of [...drop, ...scheduleTables.up]) await sql.raw(statement).execute(facades.DB());
};

/** Makes the tables of the queue. */
export const queueTablesOf = async (app: Application): Promise<void> => {
  const facades: { DB(): MigrationDb } = app.facades;
  for (const statement of queueTables.up) await sql.raw(statement).execute(facades.DB());
};

/** Boots an application with a schedule: in the memory of this process if the test names no store. */
export const boot = async ({
  declare,
  config = {},
  connection,
  plugins = [],
  ...more
}: Wanted = {}): Promise<Booted> => {
  const reports: Booted['reports'] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const databases = connection === undefined ? [] : [database()];
  const app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', ...more.env } })
    .withPlugins([reporting, consoleKernel(), ...databases, validation(), queue(), ...plugins, schedule()])
    .withConfig({
      ...(connection === undefined
        ? {}
        : { database: { default: 'main', connections: { main: connection }, migrate_on_boot: false } }),
      schedule: config,
      ...(more.queue === undefined ? {} : { queue: more.queue }),
    })
    .withCommands(more.commands ?? [])
    .withJobs(more.jobs ?? [])
    .withSchedule(declare ?? (() => undefined))
    .create();
  open.push(() => app.close());
  return { app, reports };
};
