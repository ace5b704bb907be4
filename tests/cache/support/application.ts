import { randomUUID } from 'node:crypto';
import { afterEach } from '@jest/globals';
import { type CacheConfig, cache, cacheTables } from '@taproot/cache';
import { type Application, type Config, createFacades, type MiddlewareFactories, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { type ConnectionConfig, database, sql } from '@taproot/database';
import { openapi } from '@taproot/openapi';
import { redis } from '@taproot/redis';
import { type Router, routing } from '@taproot/routing';
import { anyTables } from '../../database/support/application.ts';
import { sharedRedis } from '../../throttle/support/services.ts';

/** What a test wants of its application. */
export interface Wanted {
  readonly config?: Partial<CacheConfig>;
  /** The database, with fresh tables unless `tables` is false. */
  readonly connection?: ConnectionConfig;
  readonly tables?: boolean;
  /** Whether there is a Redis, or its address. */
  readonly redis?: boolean | string;
  readonly routes?: (route: Router, middleware: MiddlewareFactories) => void;
  readonly plugins?: readonly AnyPlugin[];
  readonly more?: Config;
}

/** An application with a cache, and what it reported. */
export interface Booted {
  readonly app: Application;
  readonly reports: (Error & { readonly code?: string })[];
}

const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

/** Makes the tables of a cache anew. */
export const freshTables = async (app: Application): Promise<void> => {
  const db = anyTables(app);
  for (const statement of cacheTables.down)
    await sql.raw(statement.replace('drop table', 'drop table if exists')).execute(db);
  for (const statement of cacheTables.up) await sql.raw(statement).execute(db);
};

/** A prefix of Redis that no other test uses. */
export const ownPrefix = (): string => `test:${randomUUID()}:`;

/** Boots an application with a cache: in memory if the test says nothing else. */
export const boot = async (wanted: Wanted = {}): Promise<Booted> => {
  const { config = {}, connection, tables = true, routes = () => undefined, plugins = [], more = {} } = wanted;
  const reports: Booted['reports'] = [];
  const reporting = definePlugin({
    name: 'reporting',
    apply: (app) => app.hooks.report.tap('reporting', (error) => void reports.push(error as Error)),
  });
  const url = typeof wanted.redis === 'string' ? wanted.redis : sharedRedis;
  const isOnRedis = wanted.redis !== undefined && wanted.redis !== false;
  const handle = createFacades();
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'testing', REDIS_URL: url } })
    .withPlugins([
      reporting,
      routing(),
      openapi(),
      cache(),
      ...(connection === undefined ? [] : [database()]),
      ...(isOnRedis ? [redis()] : []),
      ...plugins,
    ])
    .withConfig({
      ...(connection === undefined
        ? {}
        : { database: { default: 'main', connections: { main: connection }, migrate_on_boot: false } }),
      cache: {
        redis: { connection: null, prefix: ownPrefix() },
        jitter: 0,
        locks: isOnRedis ? 'redis' : null,
        ...config,
      },
      ...more,
    })
    .withRouting((route) => routes(route, handle.middleware))
    .create();
  open.push(() => app.close());
  if (connection !== undefined && tables) await freshTables(app);
  return { app, reports };
};
