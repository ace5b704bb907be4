import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { definePlugin, type Plugin } from '@taproot/core/plugin';
import { type ConnectionConfig, database, type MigrationDb } from '@taproot/database';

/** An application that has databases and nothing else. */
export const bootDatabase = (
  connections: Readonly<Record<string, ConnectionConfig>>,
  options: {
    readonly basePath?: string;
    readonly env?: Record<string, string>;
    readonly config?: Config;
    readonly plugins?: readonly Plugin[];
  } = {},
): Promise<Application> => {
  const { basePath = tmpdir(), env = {}, config = {}, plugins = [] } = options;
  const [name = 'sqlite'] = Object.keys(connections);
  const own = typeof config.database === 'object' ? config.database : {};
  return setup(null, { basePath, env: { APP_ENV: 'testing', ...env } })
    .withPlugins([database(), quiet, ...plugins])
    .withConfig({ ...config, database: { default: name, connections, ...own } })
    .create();
};

/** Errors that a test provokes are not told to whoever runs it. */
export const quiet = definePlugin({ name: 'quiet', apply: (app) => app.hooks.report.tap('quiet', () => undefined) });

/** Boots with one connection, and closes it after the work. */
export const withDatabase = async (
  connection: ConnectionConfig,
  work: (app: Application) => Promise<void>,
): Promise<void> => {
  const app = await bootDatabase({ main: connection });
  try {
    await work(app);
    expect(await app.close()).toEqual([]);
  } finally {
    await app.close();
  }
};

/** The query builder over tables of any name. */
export const anyTables = (app: Application, connection?: string): MigrationDb => {
  const facades: { DB(connection?: string): MigrationDb } = app.facades;
  return facades.DB(connection);
};

/** A folder of the test's own. */
export const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'taproot-database-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
