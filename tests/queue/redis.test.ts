import { afterEach, expect, test } from '@jest/globals';
import { transaction } from '@taproot/database';
import { job } from '@taproot/queue';
import { engineConformance } from '@taproot/queue/testing';
import { redis } from '@taproot/redis';
import { Redis } from 'ioredis';
import { mysqlUrl, pgsqlUrl } from '../support/database-urls.mjs';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { boot, closeAll, workUntilEmpty } from './support/application.ts';

const servers: RedisServer[] = [];

afterEach(async () => {
  await closeAll();
  for (const server of servers.splice(0)) await server.kill();
});

const start = async (): Promise<RedisServer> => {
  const server = await RedisServer.start();
  servers.push(server);
  return server;
};

const note = (done: unknown[]) =>
  job({ name: 'note', payload: { n: 'required|integer' }, handle: ({ n }) => void done.push(n) });

test('the engine redis passes the conformance suite', async () => {
  const { url } = await start();
  let prefix = 0;
  const failures: string[] = [];
  const open = async () => {
    const redisSettings = { connection: null, prefix: `case${prefix++}` };
    const { app } = await boot({
      plugins: [redis({ connections: { default: { url } } })],
      config: { engine: 'redis', lease: 0.2, redis: redisSettings },
    });
    return app.facades.Queue().engine;
  };
  for (const { name, run } of engineConformance({ open }))
    await run().catch((error: unknown) => failures.push(`${name}: ${String(error)}`));
  expect(failures).toEqual([]);
}, 60_000);

test('a job of a transaction goes through the outbox, and never before the commit', async () => {
  const { url } = await start();
  const done: unknown[] = [];
  const jobs = [note(done)];
  const booted = await boot({
    jobs,
    plugins: [redis({ connections: { default: { url } } })],
    config: { engine: 'redis' },
  });
  const { app, db } = booted;
  const queue = app.facades.Queue();
  const [declared] = jobs;
  if (declared === undefined) throw new Error('There is one.');
  const rolledBack = transaction(
    db,
    async () => {
      await queue.dispatch(declared, { n: 1 });
      throw new Error('rolled back');
    },
    { ambient: true },
  );
  await expect(rolledBack).rejects.toThrow('rolled back');
  await transaction(
    db,
    async () => {
      await queue.dispatch(declared, { n: 2 });
      expect(await queue.engine.counts()).toEqual([]);
      const waiting = { queue: 'default', waiting: 1, running: 0, failed: 0, paused: false };
      expect(await queue.counts()).toEqual([waiting]);
    },
    { ambient: true },
  );
  await queue.dispatch(declared, { n: 3 });
  await workUntilEmpty(booted);
  expect(done).toEqual([2, 3]);
});

test('while Redis is away, jobs wait in the outbox', async () => {
  const server = await start();
  const done: unknown[] = [];
  const declared = note(done);
  const booted = await boot({
    jobs: [declared],
    plugins: [redis({ connections: { default: { url: server.url } } })],
    config: { engine: 'redis' },
  });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(declared, { n: 1 });
  await workUntilEmpty(booted);
  await server.kill();
  await queue.dispatch(declared, { n: 2 });
  await server.start();
  await queue.work({ signal: new AbortController().signal, maxJobs: 1 });
  expect(done).toEqual([1, 2]);
}, 30_000);

test('jobs of several queues wait in the outbox of PostgreSQL and MariaDB', async () => {
  for (const connection of [
    { driver: 'pgsql', url: pgsqlUrl },
    { driver: 'mysql', url: mysqlUrl },
  ] as const) {
    const server = await start();
    const declared = note([]);
    const { app, db } = await boot({
      connection,
      jobs: [declared],
      plugins: [redis({ connections: { default: { url: server.url } } })],
      config: { engine: 'redis' },
    });
    const queue = app.facades.Queue();
    await transaction(
      db,
      async () => {
        await queue.dispatch(declared, { n: 1 }, { queue: 'mails' });
        await queue.dispatch(declared, { n: 2 }, { queue: 'mails' });
        await queue.dispatch(declared, { n: 3 });
        const counted = (await queue.counts()).map((lane) => [lane.queue, lane.waiting]);
        expect(counted).toEqual([
          ['default', 1],
          ['mails', 2],
        ]);
      },
      { ambient: true },
    );
  }
}, 30_000);

test('takes that meet open a worker of BullMQ once, and one that never gets ready does not hold up the end', async () => {
  const server = await start();
  const { app } = await boot({
    jobs: [note([])],
    plugins: [redis({ connections: { default: { url: server.url } } })],
    config: { engine: 'redis', lease: 0.5 },
  });
  const { engine } = app.facades.Queue();
  const take = () => engine.take({ queues: ['default'], limit: 1, lease: 500 });
  const connections = async (): Promise<number> => {
    const client = new Redis(server.url);
    const list = String(await client.client('LIST'));
    client.disconnect();
    return list.trim().split('\n').length;
  };
  await take();
  const before = await connections();
  await Promise.all([take(), take(), take()]);
  expect(await connections()).toBe(before);
  // Workers of another queue begin to connect to a server that does not answer.
  server.freeze();
  const taking = engine.take({ queues: ['other'], limit: 1, lease: 500 }).catch(() => []);
  await app.close();
  server.thaw();
  expect(await taking).toEqual([]);
}, 30_000);

test.each([
  ['away', (server: RedisServer) => server.kill()],
  ['frozen', (server: RedisServer) => Promise.resolve(server.freeze())],
])(
  'a worker stops while Redis is %s, and the application closes',
  async (_how, hurt) => {
    const server = await start();
    const booted = await boot({
      jobs: [note([])],
      plugins: [redis({ connections: { default: { url: server.url } } })],
      config: { engine: 'redis', lease: 0.5, poll: 0.01 },
    });
    const queue = booted.app.facades.Queue();
    const stop = new AbortController();
    const { engine } = queue;
    const take = engine.take.bind(engine);
    const asked = new Promise<void>((resolve) => {
      let times = 0;
      engine.take = async (options) => {
        const taken = take(options);
        // The worker hears of it below.
        taken.catch(() => undefined);
        if (++times === 3) {
          await hurt(server);
          resolve();
        }
        return taken;
      };
    });
    const working = queue.work({ signal: stop.signal });
    await asked;
    stop.abort();
    expect(await working).toBe(0);
    await booted.app.close();
    server.thaw();
  },
  30_000,
);
