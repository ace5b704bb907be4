import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFacades, setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { database, sql } from '@taproot/database';
import { health } from '@taproot/health';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { OutageProxy } from '../database/support/outage-proxy.ts';
import { mysqlUrl, pgsqlUrl } from '../support/database-urls.mjs';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { type Fault, type Seen, watchOutage } from './support/watch-outages.ts';

const seconds = Number(process.env['SECONDS'] ?? 10);
const rate = Number(process.env['RATE'] ?? 300);

/** Seconds of one connection attempt and one command, of one health check, and for which its outcome is kept. */
const [timeout, check, cache] = [1, 2, 1];
// A second more than the settings: the probes ask ten times a second, and a busy machine is late.
const noticed = (check + cache + 1) * 1000;
// The pauses between attempts to connect grow to some seconds.
const back = 6000;

const codes = new Set(
  readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'errors.md'), 'utf8').match(/\bE_[A-Z_]+/g),
);

/** An application that needs all three servers, on a free port. */
const open = async (pgsqlPort: number, mysqlPort: number, redisUrl: string) => {
  const reports = { count: 0 };
  const witness = definePlugin({
    name: 'witness',
    apply: ({ hooks }) => hooks.report.tap('witness', () => void reports.count++),
  });
  const timeouts = { host: '127.0.0.1', connect_timeout: timeout, query_timeout: timeout };
  const handle = createFacades();
  const { facades } = handle;
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'production' } })
    .withPlugins([database(), redis(), routing(), health(), witness])
    .withConfig({
      http: { port: 0, host: '127.0.0.1' },
      health: { details: true, timeout: check, cache, event_loop: { max_delay: null }, disk: { free: null } },
      database: {
        default: 'pgsql',
        connections: {
          pgsql: { driver: 'pgsql', url: pgsqlUrl, port: pgsqlPort, ...timeouts },
          mysql: { driver: 'mysql', url: mysqlUrl, port: mysqlPort, ...timeouts },
        },
      },
      redis: { connections: { default: { url: redisUrl, connect_timeout: timeout, command_timeout: timeout } } },
    })
    .withRouting((route) => {
      for (const name of ['pgsql', 'mysql'])
        route.get(`/${name}`, async () => {
          // Other tests of this folder declare the names that the compiler knows.
          await sql`select 1`.execute(facades.DB(name as never));
          return { one: 1 };
        });
      route.get('/redis', async () => ({ one: await facades.Redis().incr('outages') }));
      route.get('/plain', () => ({ one: 1 }));
    })
    .create();
  await app.open();
  return { app, reports, url: app.facades.Http().address?.url ?? '' };
};

/** The faults of one outage. */
const judge = (name: string, seen: Seen): string[] => {
  const faults: string[] = [];
  const within = (what: string, value: number | null, most: number): void => {
    if (value === null || value > most) faults.push(`${name}: ${what} ${value ?? 'never'} ms, at most ${most}`);
  };
  within('/health/ready answered 503 after', seen.notReady, noticed);
  within('/health/ready answered 200 again after', seen.readyAgain, back + noticed);
  within('the last request failed', seen.lastFailure, back);
  // A time-out to connect, one to wait for a connection and one of the command.
  within('the slowest response took', seen.slowest, (3 * timeout + 2) * 1000);
  if (!seen.felt) faults.push(`${name}: no request failed, so nothing was measured`);
  if (seen.unanswered > 0) faults.push(`${name}: ${seen.unanswered} requests got no response`);
  for (const kind of Object.keys(seen.failures)) {
    const [status = '', code = ''] = kind.split(' ');
    // An error of the client of Redis has no status, so it is a plain 500.
    if (kind !== '500 E_HTTP_500' && !(status === '503' && codes.has(code))) faults.push(`${name}: ${kind}`);
  }
  for (const one of new Set(seen.astray)) faults.push(`${name}: ${one}, which needs another server`);
  return faults;
};

/**
 * PostgreSQL, MariaDB and Redis out of reach under load, one after another: cut off, and silent. Redis is killed and stopped
 * itself; the others are shared, so a proxy stands before them. SECONDS each (10), at RATE requests a second (300).
 */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const unhandled = (error: unknown): void => void faults.push(`an unhandled rejection: ${String(error)}`);
  process.on('unhandledRejection', unhandled);
  const pgsql = await OutageProxy.before(new URL(pgsqlUrl));
  const mysql = await OutageProxy.before(new URL(mysqlUrl));
  const server = await RedisServer.start();
  const { app, reports, url } = await open(pgsql.port, mysql.port, server.url);
  const outages: readonly Fault[] = [
    ...Object.entries({ pgsql, mysql }).flatMap(([name, proxy]) => [
      { name: `${name}, cut off`, path: `/${name}`, begin: () => proxy.cut(), end: () => proxy.open() },
      { name: `${name}, silent`, path: `/${name}`, begin: () => proxy.freeze(), end: () => proxy.open() },
    ]),
    { name: 'redis, killed', path: '/redis', begin: () => server.kill(), end: () => server.start() },
    { name: 'redis, silent', path: '/redis', begin: () => server.freeze(), end: () => server.thaw() },
  ];
  const table: Record<string, object> = {};
  const kinds: Record<string, object> = {};
  const terms = { rate, before: 2000, lasts: seconds * 1000, patience: back + noticed };
  for (const fault of outages) {
    reports.count = 0;
    const seen = await watchOutage(url, ['/pgsql', '/mysql', '/redis', '/plain'], fault, terms);
    const { requests, notReady, readyAgain, lastFailure, slowest } = seen;
    table[fault.name] = { requests, notReady, readyAgain, lastFailure, slowest, reports: reports.count };
    kinds[fault.name] = seen.failures;
    faults.push(...judge(fault.name, seen));
  }
  console.log('Servers out of reach; times in milliseconds');
  console.table(table);
  console.log(kinds);
  const failures = await app.close();
  if (failures.length > 0) faults.push(`close() failed: ${failures.map(String).join(', ')}`);
  pgsql.close();
  mysql.close();
  await server.kill();
  process.off('unhandledRejection', unhandled);
  return faults;
};
