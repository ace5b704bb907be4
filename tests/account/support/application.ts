import { afterEach, jest } from '@jest/globals';
import { account, accountTables } from '@taproot/account';
import type { Config } from '@taproot/core';
import { crypt } from '@taproot/crypt';
import { type ConnectionConfig, database, sql } from '@taproot/database';
import { type TestApplication, testApplication } from '@taproot/testing';

declare module '@taproot/account' {
  interface TokenPurposes {
    'reset-password': Record<string, never>;
    'change-email': { email: string };
  }
}

export type Reports = readonly (Error & { code?: string })[];

export interface Accounts extends TestApplication {
  readonly reports: Reports;
}

/** The address of the application, as browsers show it. */
export const site = 'http://localhost:3000';

/** An application with the tables of accounts; SQLite in memory when no connection is given. */
export const accounts = async (
  connection: ConnectionConfig = { driver: 'sqlite', path: ':memory:' },
  config: Config['account'] = {},
): Promise<TestApplication> => {
  const app = await testApplication({
    plugins: [crypt(), database(), account()],
    env: { APP_KEY: 'n3w-Zr2mXw5kYc9nVb3gHs7jLd4fAu6eTo1iWy0xKzM' },
    config: {
      app: { url: site, name: 'Shop' },
      database: { default: 'main', connections: { main: connection } },
      account: config,
    },
  });
  for (const statement of accountTables.up) await sql.raw(statement).execute(app.facades.DB());
  await app.open();
  return app;
};

/** All values of a table, as one text: nothing secret may be in it. */
export const dump = async (app: TestApplication, table: string): Promise<string> =>
  JSON.stringify((await sql`select * from ${sql.table(table)}`.execute(app.facades.DB())).rows);

/** Moves the clock of this process to so many seconds from now. */
export const moveTo = (seconds: number): void => {
  const later = Date.now() + seconds * 1000;
  jest.spyOn(Date, 'now').mockReturnValue(later);
};

afterEach(() => void jest.restoreAllMocks());

/** Runs the same call so many times at once. */
export const atOnce = <Result>(times: number, call: () => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: times }, call));
