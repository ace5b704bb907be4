import { join } from 'node:path';
import { expect } from '@jest/globals';
import { type Application, type Config, setup } from '@taproot/core';
import { type ConnectionConfig, database } from '@taproot/database';
import { lang } from '@taproot/lang';
import { type RootRouter, routing } from '@taproot/routing';
import { validation } from '@taproot/validation';
import { quiet } from './application.ts';

/** An application with routes, validation and one database, listening on a free port. */
export interface ServedDatabase {
  readonly app: Application;
  /** Sends a JSON body, or nothing, and reads the JSON that comes back. */
  readonly send: (method: string, path: string, body?: unknown) => Promise<{ status: number; body: unknown }>;
}

// Its folder `lang` has the texts of validation in several languages.
const withTexts = join(import.meta.dirname, '../../../plugins/validation');

export const withServed = async (
  connection: ConnectionConfig,
  register: (route: RootRouter, app: () => Application) => void,
  work: (served: ServedDatabase) => Promise<void>,
  config: Config = {},
): Promise<void> => {
  const booted: { app: Application | null } = { app: null };
  const current = (): Application => {
    if (booted.app === null) throw new Error('Not yet.');
    return booted.app;
  };
  const app = await setup(null, { basePath: withTexts, env: { APP_ENV: 'testing' } })
    .withPlugins([database(), routing(), lang(), validation(), quiet])
    // On a busy machine requests wait: what is refused then is up to tests/routing/server.
    .withConfig({
      ...config,
      http: { port: 0, overload: null },
      database: { default: 'main', connections: { main: connection } },
    })
    .withRouting((route) => register(route, current))
    .create();
  booted.app = app;
  try {
    await app.open();
    const url = app.facades.Http().address?.url ?? '';
    await work({
      app,
      send: async (method, path, body) => {
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        const headers = { 'content-type': 'application/json', accept: 'application/json' };
        const response = await fetch(url + path, { method, headers, ...init });
        return { status: response.status, body: await response.json() };
      },
    });
    expect(await app.close()).toEqual([]);
  } finally {
    await app.close();
  }
};
