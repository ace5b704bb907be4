import { setTimeout as pause } from 'node:timers/promises';
import { broadcast, channel } from '@taproot/broadcast';
import { CutProxy } from '@taproot/broadcast/testing';
import { type Application, type Config, createFacades, setup } from '@taproot/core';
import { type ConnectionConfig, database, sql } from '@taproot/database';
import { health } from '@taproot/health';
import { redis } from '@taproot/redis';
import { routing } from '@taproot/routing';
import { limit, throttle } from '@taproot/throttle';
import { Redis } from 'ioredis';
import { openClients } from './support/event-clients.ts';
import { mariaDb, PgServer, pgBouncer, sentinels, until } from './support/failover-servers.ts';

/** Requests a second. */
const rate = Number(process.env['RATE'] ?? 100);
/** The most milliseconds until requests are answered again. */
const allowed = 10_000;

interface Row {
  readonly requests: number;
  /** Requests with another status than 201. */
  readonly failed: number;
  /** Milliseconds from the fault to the last failed request. */
  readonly lastFailure: number;
  /** Milliseconds from the fault to the first 200 of /health/ready after a 503; 0 if it was never 503. */
  readonly ready: number;
  readonly statuses: string;
}

/** Sends numbered writes to the application while a fault happens. Returns what clients saw, and the numbers that were acknowledged. */
const underWrites = async (
  url: string,
  fault: () => unknown,
): Promise<{ readonly row: Row; readonly written: readonly number[] }> => {
  const written: number[] = [];
  const statuses: Record<string, number> = {};
  const running: Promise<void>[] = [];
  let failed = 0;
  let id = 0;
  let [lastFailure, broken, mended, unready] = [0, 0, 0, false];
  const send = async (number: number): Promise<void> => {
    const sent = performance.now();
    const status = await fetch(`${url}/writes/${number}`, { method: 'POST', signal: AbortSignal.timeout(15_000) })
      .then(async (response) => {
        await response.arrayBuffer();
        return response.status;
      })
      .catch(() => 0);
    statuses[status] = (statuses[status] ?? 0) + 1;
    if (status === 201) {
      written.push(number);
      return;
    }
    failed++;
    lastFailure = Math.max(lastFailure, sent);
  };
  const load = setInterval(() => void running.push(send(++id)), 1000 / rate);
  const look = async (): Promise<void> => {
    const { status } = await fetch(`${url}/health/ready`).catch(() => ({ status: 503 }));
    if (status !== 200 && broken > 0) unready = true;
    if (status === 200 && unready && mended === 0) mended = performance.now();
  };
  const probe = setInterval(() => void look(), 50);
  await pause(1000);
  broken = performance.now();
  await fault();
  for (let quiet = 0; quiet < 30; quiet++) {
    await pause(100);
    if (performance.now() - lastFailure < 2000 && performance.now() - broken < 3 * allowed) quiet = 0;
  }
  clearInterval(load);
  clearInterval(probe);
  await Promise.all(running);
  const since = (time: number): number => Math.max(0, Math.round(time - broken));
  const shown = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`);
  return {
    row: { requests: id, failed, lastFailure: since(lastFailure), ready: since(mended), statuses: shown.join(', ') },
    written,
  };
};

/** An application that writes numbers into a table, each in a transaction. */
const writing = async (connection: ConnectionConfig): Promise<{ readonly app: Application; readonly url: string }> => {
  const handle = createFacades();
  const { facades } = handle;
  const timeouts = { connect_timeout: 1, query_timeout: 2 };
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'production' } })
    .withPlugins([database(), routing(), health()])
    .withConfig({
      http: { port: 0, host: '127.0.0.1' },
      health: { timeout: 2, cache: 0.1, event_loop: { max_delay: null }, disk: { free: null } },
      database: { default: 'main', connections: { main: { ...connection, ...timeouts } } },
    })
    .withRouting((route) => {
      route.post('/writes/{id}', async (ctx) => {
        const id = ctx.request().routeInt('id');
        await facades
          .DB()
          .transaction()
          .execute(async (trx) => {
            await sql`insert into writes values (${id})`.execute(trx);
            await sql`update total set count = count + 1`.execute(trx);
          });
        return ctx.response().json(201, { id });
      });
      route.get('/writes', async () => ({
        ids: (await sql<{ id: number }>`select id from writes`.execute(facades.DB())).rows.map(({ id }) => id),
        count: (await sql<{ count: number }>`select count from total`.execute(facades.DB())).rows[0]?.count,
      }));
    })
    .create();
  await app.open();
  for (const statement of [
    'create table writes (id integer)',
    'create table total (count integer)',
    'insert into total values (0)',
  ])
    await sql.raw(statement).execute(facades.DB());
  return { app, url: app.facades.Http().address?.url ?? '' };
};

/** What is wrong with the rows: lost ones, ones that came twice, transactions in part. */
const judge = async (what: string, url: string, written: readonly number[], row: Row): Promise<string[]> => {
  const { ids, count } = (await (await fetch(`${url}/writes`)).json()) as {
    readonly ids: number[];
    readonly count: number;
  };
  const kept = new Set(ids);
  const faults: string[] = [];
  const lost = written.filter((id) => !kept.has(id));
  if (lost.length > 0) faults.push(`${what}: ${lost.length} acknowledged writes are lost`);
  if (kept.size !== ids.length) faults.push(`${what}: ${ids.length - kept.size} writes came twice`);
  if (count !== ids.length) faults.push(`${what}: ${ids.length} rows, but ${count} counted`);
  if (row.lastFailure > allowed) faults.push(`${what}: requests failed for ${row.lastFailure} ms`);
  return faults;
};

type Measured = readonly [row: Row, faults: readonly string[]];

/** The primary only reads from now on and keeps its connections, its standby is promoted, and the address leads there. */
const promoted = async (): Promise<Measured> => {
  const primary = await PgServer.primary();
  const standby = await primary.standby();
  const proxy = await CutProxy.before(primary.port);
  const { app, url } = await writing({ driver: 'pgsql', url: `postgres://test@127.0.0.1:${proxy.port}/test` });
  try {
    const { row, written } = await underWrites(url, async () => {
      primary.query('alter system set default_transaction_read_only = on', 'postgres');
      primary.query('select pg_reload_conf()', 'postgres');
      // What runs may still commit for a moment.
      await until(() => primary.query('show transaction_read_only') === 'on');
      await pause(300);
      const at = primary.query('select pg_current_wal_lsn()');
      await until(() => standby.query(`select pg_last_wal_replay_lsn() >= '${at}'`) === 't');
      standby.promote();
      proxy.target = standby.port;
    });
    return [row, await judge('PostgreSQL promoted', url, written, row)];
  } finally {
    await app.close();
    proxy.close();
    standby.close();
    primary.close();
  }
};

/** The primary shuts down, its standby is promoted, and the address leads there. */
const replaced = async (): Promise<Measured> => {
  const primary = await PgServer.primary();
  const standby = await primary.standby();
  const proxy = await CutProxy.before(primary.port);
  const { app, url } = await writing({ driver: 'pgsql', url: `postgres://test@127.0.0.1:${proxy.port}/test` });
  try {
    const { row, written } = await underWrites(url, () => {
      primary.stop('fast');
      standby.promote();
      proxy.target = standby.port;
    });
    return [row, await judge('PostgreSQL replaced', url, written, row)];
  } finally {
    await app.close();
    proxy.close();
    standby.close();
    primary.close();
  }
};

const mariaDbRestarted = async (): Promise<Measured> => {
  const server = await mariaDb();
  const { app, url } = await writing({ driver: 'mysql', url: `mysql://root@127.0.0.1:${server.port}/test` });
  try {
    const { row, written } = await underWrites(url, async () => {
      await server.kill('SIGTERM');
      server.start();
    });
    return [row, await judge('MariaDB restarted', url, written, row)];
  } finally {
    await app.close();
    await server.close();
  }
};

/** PgBouncer with two connections for a pool of ten, restarted. */
const pooled = async (): Promise<Measured> => {
  const server = await PgServer.primary();
  const pooler = await pgBouncer(server);
  await pause(500);
  const { app, url } = await writing({
    driver: 'pgsql',
    url: `postgres://test@127.0.0.1:${pooler.port}/test`,
    pool: { max: 10 },
  });
  try {
    const { row, written } = await underWrites(url, async () => {
      await pooler.kill('SIGTERM');
      pooler.start();
    });
    return [row, await judge('PgBouncer restarted', url, written, row)];
  } finally {
    await app.close();
    await pooler.close();
    server.close();
  }
};

const rooms = channel('rooms.{room}').events<{ booked: { id: number; by: number } }>();

/** The master of a Redis killed: limits, events and what Sentinel leads to afterwards. */
const bySentinel = async (): Promise<Measured> => {
  const cluster = await sentinels();
  const clients: Redis[] = [];
  const client = (): Redis => {
    const made = new Redis({
      sentinels: cluster.ports.map((port) => ({ host: '127.0.0.1', port })),
      name: 'main',
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: 2000,
    });
    made.on('error', () => undefined);
    clients.push(made);
    return made;
  };
  const config: Config = {
    http: { port: 0, host: '127.0.0.1' },
    health: { timeout: 2, cache: 0.1, event_loop: { max_delay: null }, disk: { free: null } },
    redis: { connections: { default: { client } } },
    throttle: { store: 'redis' },
    broadcast: { store: 'redis' },
  };
  const handle = createFacades();
  const { facades } = handle;
  const quota = limit.perHour(1);
  const app = await setup(handle, { basePath: import.meta.dirname, env: { APP_ENV: 'production' } })
    .withPlugins([redis(), throttle(), broadcast(), routing(), health()])
    .withConfig(config)
    .withRouting((route) => {
      route.get('/rooms/{room}', (ctx) =>
        facades.Broadcast().stream(ctx, rooms.of({ room: ctx.request().route('room') })),
      );
      route.post('/writes/{id}', async (ctx) => {
        const id = ctx.request().routeInt('id');
        if (!(await facades.RateLimiter().attempt(`write ${id}`, quota))) return ctx.response().json(429, {});
        await facades.Broadcast().send(rooms.of({ room: 7 }), 'booked', { id, by: process.pid });
        return ctx.response().json(201, { id });
      });
    })
    .create();
  await app.open();
  const port = app.facades.Http().address?.port ?? 0;
  const url = `http://127.0.0.1:${port}`;
  try {
    const [listener] = await openClients(1, port, '/rooms/7');
    await facades.RateLimiter().attempt('blocked', quota);
    const { row, written } = await underWrites(url, () => cluster.master.kill());
    const faults: string[] = [];
    const missed = written.filter((id) => !(listener?.ids ?? []).includes(id));
    const twice = (listener?.ids ?? []).length - new Set(listener?.ids).size;
    if (twice > 0) faults.push(`Sentinel: ${twice} events came twice`);
    if (missed.length > 0 && listener?.missed !== true)
      faults.push(`Sentinel: ${missed.length} events are lost in silence`);
    if (facades.RateLimiter().status.degraded) faults.push('Sentinel: the limits still count in memory');
    if (await facades.RateLimiter().attempt('blocked', quota)) faults.push('Sentinel: a point was given twice');
    if (row.lastFailure > allowed) faults.push(`Sentinel: requests failed for ${row.lastFailure} ms`);
    return [row, faults];
  } finally {
    await app.close();
    for (const made of clients) made.disconnect();
    await cluster.close();
  }
};

/** Servers that fail over, under writes: seconds until all is well, requests that failed, and whether anything wrong was written. */
export const run = async (): Promise<readonly string[]> => {
  const faults: string[] = [];
  const rows: Record<string, Row> = {};
  const cases = {
    'PostgreSQL, standby promoted, old primary only reads': promoted,
    'PostgreSQL, primary ended, standby promoted': replaced,
    'MariaDB restarted': mariaDbRestarted,
    'PgBouncer restarted, transaction mode': pooled,
    'Redis, master killed, Sentinel': bySentinel,
  };
  for (const [name, measure] of Object.entries(cases)) {
    const [row, found] = await measure();
    rows[name] = row;
    faults.push(...found);
  }
  console.log(`Failovers, ${rate} writes a second; times in milliseconds`);
  console.table(rows);
  return faults;
};
