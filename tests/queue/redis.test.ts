import { afterEach, expect, test } from '@jest/globals';
import { transaction } from '@taproot/database';
import { job } from '@taproot/queue';
import { engineConformance } from '@taproot/queue/testing';
import { redis } from '@taproot/redis';
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
      expect(await queue.counts()).toEqual([]);
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
