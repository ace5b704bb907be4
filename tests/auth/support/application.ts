import { connect } from 'node:net';
import { auth } from '@taproot/auth';
import { type Application, type Config, FrameworkError, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { FakeRows, fakeDatabase } from './fake-rows.ts';

declare module '@taproot/auth' {
  interface AuthUser {
    id: number;
    email: string;
  }
}

/** A secret as production takes it. */
export const secret = 'k7Qv2mX9sLw4Rz8Tb1Nc6Hd3Gf5Jp0Ya';

/** Cheap hashes: what is tested is what is done with them. */
export const cheap = { memory: 64, passes: 1, parallelism: 1 } as const;

export interface Setup {
  readonly app: Application;
  readonly rows: FakeRows;
  readonly reports: unknown[];
}

export interface SetupOptions {
  readonly driver?: string;
  readonly config?: Config;
  readonly env?: Readonly<Record<string, string>>;
  readonly plugins?: readonly AnyPlugin[];
  readonly routes?: (route: RootRouter, app: Application) => void;
  /** Runs as `withCallback()` does. */
  readonly callback?: (app: Application) => void;
}

/** Two users, whose passwords are `ada-secret` and `bob-secret`. */
export const users = [
  { id: 1, email: 'ada@example.com' },
  { id: 2, email: 'bob@example.com' },
] as const;

/** An application with auth over tables in memory, in which the two users are. */
export const bootAuth = async (options: SetupOptions = {}): Promise<Setup> => {
  const { driver = 'koa', config = {}, env = {}, plugins = [], routes, callback } = options;
  const rows = new FakeRows();
  const reports: unknown[] = [];
  const reporting = definePlugin({
    name: 'reporting',
    provides: { notice: () => () => undefined },
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error)),
  });
  const authConfig = typeof config.auth === 'object' ? config.auth : {};
  const http = typeof config.http === 'object' ? config.http : {};
  let booted: Application | null = null;
  const early = definePlugin({ name: 'early', after: ['auth'], apply: (app) => void (booted = app) });
  const app = await setup(null, {
    basePath: import.meta.dirname,
    env: { APP_ENV: 'testing', APP_KEY: '', JWT_SECRET: secret, ...env },
  })
    .withPlugins([reporting, routing(), fastify(), fakeDatabase(rows), auth(), early, ...plugins])
    .withConfig({
      ...config,
      http: { driver, port: 0, ...http },
      auth: { ...authConfig, passwords: { ...cheap, ...authConfig.passwords } },
    })
    .withCallback((app) => callback?.(app))
    .withRouting((route) => {
      if (booted !== null) routes?.(route, booted);
    })
    .create();
  await addUsers(app, rows);
  return { app, rows, reports };
};

const addUsers = async (app: Application, rows: FakeRows): Promise<void> => {
  for (const user of users) {
    const password = await app.facades.Hash().make(`${user.email.slice(0, 3)}-secret`);
    await rows.insert('users', { ...user, password });
  }
};

/** The same for as long as `work` takes. */
export const withAuth = async (options: SetupOptions, work: (setup: Setup) => Promise<void>): Promise<void> => {
  const setup = await bootAuth(options);
  try {
    await work(setup);
  } finally {
    await setup.app.close();
  }
};

/** Sends text to the listening application and resolves to all that comes back. */
export const raw = async (app: Application, text: string): Promise<string> => {
  const address = app.facades.Http().address;
  if (address === null) throw new Error('The server did not open.');
  return new Promise((resolve, reject) => {
    const socket = connect(address.port, '127.0.0.1');
    let received = '';
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (received += chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(received));
    socket.write(text, 'latin1');
  });
};

/** Codes of reported errors, in order. */
export const codes = (reports: readonly unknown[]): string[] =>
  reports.map((error) => (error instanceof FrameworkError ? error.code : String(error)));

/** The error that `work` throws or rejects with. */
export const faultOf = async (work: () => unknown): Promise<FrameworkError> => {
  try {
    await work();
  } catch (error) {
    if (error instanceof FrameworkError) return error;
    throw error;
  }
  throw new Error('Nothing was thrown.');
};
