import { afterEach, expect, test } from '@jest/globals';
import { transaction } from '@taproot/database';
import { job } from '@taproot/queue';
import { redis } from '@taproot/redis';
import { z } from 'zod';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { type Booted, boot, closeAll, workUntilEmpty } from './support/application.ts';

const servers: RedisServer[] = [];

afterEach(async () => {
  await closeAll();
  for (const server of servers.splice(0)) await server.kill();
});

/** Jobs that note what they did; those of a negative number fail while the list `failing` is not empty. */
const made = () => {
  const done: number[] = [];
  const followed: string[] = [];
  const failing = new Set<number>();
  const step = job({
    name: 'step',
    payload: { n: 'required|integer' },
    attempts: 1,
    handle({ n }) {
      if (failing.has(n)) throw new Error('no luck');
      done.push(n);
    },
  });
  const after = job({
    name: 'after',
    payload: { what: 'required|string' },
    handle: ({ what }) => void followed.push(what),
  });
  const options = {
    whenDone: after.with({ what: 'done' }),
    whenFailed: after.with({ what: 'failed' }),
    whenEnded: after.with({ what: 'ended' }),
  };
  return { done, followed, failing, step, after, options, jobs: [step, after] };
};

const steps = async ({ db }: Booted) => (await db.selectFrom('queue_steps').selectAll().execute()).length;

test('a chain runs its jobs one after the other, then what follows', async () => {
  const { done, followed, step, options, jobs } = made();
  const booted = await boot({ jobs });
  const queue = booted.app.facades.Queue();
  const id = await queue.chain([step.with({ n: 3 }), step.with({ n: 1 }), step.with({ n: 2 })], {
    name: 'three',
    ...options,
  });
  expect((await queue.counts())[0]?.waiting).toBe(1);
  await workUntilEmpty(booted);
  expect(done).toEqual([3, 1, 2]);
  expect(followed.toSorted()).toEqual(['done', 'ended']);
  expect(await queue.find(id)).toEqual({
    id,
    kind: 'chain',
    name: 'three',
    total: 3,
    done: 3,
    failed: 0,
    skipped: 0,
    progress: 1,
    cancelled: false,
    ended: true,
  });
});

test('a job that fails for good ends its chain; queue:retry lets the chain go on, and nothing counts twice', async () => {
  const { done, followed, failing, step, options, jobs } = made();
  failing.add(2);
  const booted = await boot({ jobs });
  const queue = booted.app.facades.Queue();
  const id = await queue.chain(
    [1, 2, 3].map((n) => step.with({ n })),
    options,
  );
  await workUntilEmpty(booted);
  expect(done).toEqual([1]);
  expect(followed.toSorted()).toEqual(['ended', 'failed']);
  expect(await queue.find(id)).toMatchObject({ done: 1, failed: 1, ended: true });
  expect(await queue.retryAll()).toBe(1);
  await workUntilEmpty(booted);
  expect(await queue.find(id)).toMatchObject({ done: 1, failed: 1 });
  failing.clear();
  await queue.retryAll();
  await workUntilEmpty(booted);
  expect(done).toEqual([1, 2, 3]);
  expect(followed.toSorted()).toEqual(['done', 'ended', 'failed']);
  expect(await queue.find(id)).toMatchObject({ done: 3, failed: 0, ended: true, progress: 1 });
  expect(await steps(booted)).toBe(0);
});

test('jobs of a batch go on when one fails, unless it stops on a failure', async () => {
  const { done, followed, failing, step, options, jobs } = made();
  failing.add(1);
  const booted = await boot({ jobs, config: { concurrency: 1 } });
  const queue = booted.app.facades.Queue();
  const members = [1, 2, 3].map((n) => step.with({ n }));
  const id = await queue.batch(members, options);
  await workUntilEmpty(booted);
  expect(done).toEqual([2, 3]);
  expect(followed.toSorted()).toEqual(['ended', 'failed']);
  expect(await queue.find(id)).toMatchObject({ kind: 'batch', total: 3, done: 2, failed: 1, ended: true });
  const second = await queue.batch(members, { stopOnFailure: true });
  await workUntilEmpty(booted);
  expect(done).toEqual([2, 3]);
  expect(await queue.find(second)).toMatchObject({ done: 0, failed: 1, skipped: 2, cancelled: true, ended: true });
});

test('a batch that is cancelled skips its jobs, and one without jobs has ended', async () => {
  const { done, followed, step, options, jobs } = made();
  const booted = await boot({ jobs });
  const queue = booted.app.facades.Queue();
  const id = await queue.batch([step.with({ n: 1 }), step.with({ n: 2 })], options);
  await queue.cancel(id);
  await workUntilEmpty(booted);
  expect(done).toEqual([]);
  expect(followed).toEqual(['ended']);
  expect(await queue.find(id)).toMatchObject({ skipped: 2, cancelled: true, ended: true });
  const empty = await queue.batch([], { whenDone: options.whenDone });
  await workUntilEmpty(booted);
  expect(followed).toEqual(['ended', 'done']);
  expect(await queue.find(empty)).toMatchObject({ total: 0, progress: 1, ended: true });
  await expect(queue.cancel('none')).rejects.toMatchObject({ code: 'E_QUEUE_BATCH_MISSING' });
});

test('a batch of a transaction that is rolled back does not exist', async () => {
  const { step, jobs } = made();
  const booted = await boot({ jobs });
  const queue = booted.app.facades.Queue();
  let id = '';
  const fail = transaction(
    booted.db,
    async () => {
      id = await queue.batch([step.with({ n: 1 })]);
      throw new Error('rolled back');
    },
    { ambient: true },
  );
  await expect(fail).rejects.toThrow('rolled back');
  expect(await queue.find(id)).toBeNull();
  expect(await queue.counts()).toEqual([]);
});

test('wrong members are refused, with the line that calls', async () => {
  const once = job({ name: 'once', unique: () => 'k', handle: () => undefined });
  const booted = await boot({ jobs: [once] });
  const queue = booted.app.facades.Queue();
  const place = expect.stringContaining('batches.test.ts');
  await expect(queue.batch([once.with()])).rejects.toMatchObject({ code: 'E_QUEUE_BATCH_JOB', place });
  // @ts-expect-error A job without with() is no member.
  await expect(queue.chain([once])).rejects.toMatchObject({ code: 'E_QUEUE_BATCH_JOB' });
  expect(await booted.db.selectFrom('queue_batches').selectAll().execute()).toEqual([]);
});

test('chains and batches run on Redis, counted in the database', async () => {
  const server = await RedisServer.start();
  servers.push(server);
  const { done, followed, step, options, jobs } = made();
  const plugins = [redis({ connections: { default: { url: server.url } } })];
  const booted = await boot({ jobs, plugins, config: { engine: 'redis' } });
  const queue = booted.app.facades.Queue();
  const id = await queue.chain(
    [1, 2, 3].map((n) => step.with({ n })),
    options,
  );
  while ((await queue.find(id))?.ended !== true || followed.length < 2) await workUntilEmpty(booted);
  expect(done).toEqual([1, 2, 3]);
  expect(followed.toSorted()).toEqual(['done', 'ended']);
}, 30_000);

test('a job tells its progress until it is done', async () => {
  const seen: unknown[] = [];
  const long = job({
    name: 'long',
    async handle(_payload, run) {
      await run.progress(0.5);
      seen.push(await booted.app.facades.Queue().progress(run.id));
      await run.progress(2).catch((error: unknown) => seen.push(Object(error).code));
    },
  });
  const booted = await boot({ jobs: [long] });
  const id = await booted.app.facades.Queue().dispatch(long);
  await workUntilEmpty(booted);
  expect(seen).toEqual([0.5, 'E_JOB_PROGRESS']);
  expect(await booted.app.facades.Queue().progress(id ?? '')).toBeNull();
});

test('a payload by a schema waits as it was sent, and is transformed for handle()', async () => {
  const seen: unknown[] = [];
  const note = job({
    name: 'note',
    payload: z.object({ at: z.string().transform((text) => new Date(text)), n: z.number().default(7) }),
    handle: ({ at, n }) => void seen.push([at.getUTCFullYear(), n]),
  });
  const booted = await boot({ jobs: [note] });
  const queue = booted.app.facades.Queue();
  await queue.dispatch(note, { at: '2026-01-02' });
  // @ts-expect-error The type before the transform counts.
  await expect(queue.dispatch(note, { at: 3 })).rejects.toMatchObject({ code: 'E_JOB_PAYLOAD' });
  expect(await workUntilEmpty(booted)).toBe(1);
  expect(seen).toEqual([[2026, 7]]);
});
