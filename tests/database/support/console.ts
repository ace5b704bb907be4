import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import { consoleKernel } from '@taproot/console';
import { type Application, setup } from '@taproot/core';
import { type ConnectionConfig, database } from '@taproot/database';
import { quiet, withFolder } from './application.ts';

/** Runs a command line of the console. */
export type Call = (line: string) => Promise<{ readonly code: number; readonly output: string }>;

/** An application with a console, a second connection and a folder for migrations. */
export const withConsole = (
  work: (call: Call, folder: string, app: Application) => Promise<void>,
  connection: ConnectionConfig = { driver: 'sqlite' },
  env: Readonly<Record<string, string>> = {},
): Promise<void> =>
  withFolder(async (basePath) => {
    const app = await setup(null, { basePath, env: { APP_ENV: 'testing', NO_COLOR: '1', ...env } })
      .withPlugins([consoleKernel(), database(), quiet])
      .withConfig({
        database: {
          default: 'main',
          connections: { main: connection, other: { driver: 'sqlite', path: 'other.sqlite' } },
        },
      })
      .create();
    try {
      mkdirSync(join(basePath, 'database/migrations'), { recursive: true });
      await work((line) => app.facades.Console().call(line), basePath, app);
      expect(await app.close()).toEqual([]);
    } finally {
      await app.close();
    }
  });
