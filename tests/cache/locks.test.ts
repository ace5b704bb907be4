import { describe, expect, test } from '@jest/globals';
import type { CacheConfig } from '@taproot/cache';
import type { Application } from '@taproot/core';
import type { ConnectionConfig } from '@taproot/database';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, freshTables, ownPrefix } from './support/application.ts';
import { contend } from './support/lock-holders.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

type Two = (work: (first: Application, second: Application) => Promise<void>) => Promise<void>;

const aborted = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What holds on every engine. */
const locksHold = (two: Two): void => {
  test('one holder at a time, with fences that rise', () =>
    two(async (first, second) => {
      const one = await first.facades.Lock().acquire('a');
      expect(await second.facades.Lock().acquire('a')).toBeNull();
      expect(await second.facades.Lock().acquire('A')).not.toBeNull();
      await expect(second.facades.Lock().run('a', () => 1)).rejects.toMatchObject({
        code: 'E_LOCK_TAKEN',
        status: 409,
      });
      await one?.release();
      await one?.release();
      const fences = [one?.fence ?? 0];
      for (const app of [second, first, second])
        fences.push(await app.facades.Lock().run('a', ({ fence, isHeld }) => (isHeld ? fence : 0)));
      expect(fences).toEqual(fences.toSorted((a, b) => a - b));
      expect(new Set(fences).size).toBe(4);
      expect(one?.isHeld).toBe(false);
    }));

  test('a caller that waits gets the lock when it is free', () =>
    two(async (first, second) => {
      const held = await first.facades.Lock().acquire('a');
      const order: string[] = [];
      const waiting = second.facades.Lock().run('a', () => void order.push('second'), { wait: '1m' });
      for (let i = 0; i < 5; i++) await nextTurn();
      order.push('first');
      await held?.release();
      await waiting;
      expect(order).toEqual(['first', 'second']);
    }));

  test('a lease is renewed while its work runs', () =>
    two(async (first, second) => {
      let end = (): void => undefined;
      const ends = new Promise<void>((resolve) => (end = resolve));
      let begins = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begins = resolve));
      const work = () => (begins(), ends);
      const running = first.facades.Lock().run('a', work, { lease: '500ms' });
      await begun;
      const from = performance.now();
      while (performance.now() - from < 1500) {
        expect(await second.facades.Lock().acquire('a')).toBeNull();
        await nextTurn();
      }
      end();
      await running;
    }));

  test('an error of the work gives the lock back', () =>
    two(async (first, second) => {
      const fail = () => Promise.reject(new RangeError('no'));
      await expect(first.facades.Lock().run('a', fail)).rejects.toThrow(RangeError);
      expect(await second.facades.Lock().run('a', () => 1)).toBe(1);
    }));

  test('close() aborts the work, waits for it and gives the lock back', () =>
    two(async (first, second) => {
      const reasons: unknown[] = [];
      let begins = (): void => undefined;
      const begun = new Promise<void>((resolve) => (begins = resolve));
      const running = first.facades.Lock().run('a', async ({ signal }) => {
        begins();
        reasons.push(await aborted(signal));
        expect(await second.facades.Lock().acquire('a')).toBeNull();
        return 1;
      });
      await begun;
      const held = await first.facades.Lock().acquire('b');
      await first.close();
      expect([await running, reasons]).toMatchObject([1, [{ code: 'E_LOCK_STOPPED' }]]);
      expect(held?.isHeld).toBe(false);
      for (const name of ['a', 'b']) expect(await second.facades.Lock().acquire(name)).not.toBeNull();
    }));

  test('close() ends calls that wait for a lock, and waits for one that is asked for: its work does not begin', () =>
    two(async (first, second) => {
      await second.facades.Lock().acquire('taken');
      const began: string[] = [];
      const calls = [
        first.facades.Lock().run('free', () => began.push('free')),
        first.facades.Lock().run('taken', () => began.push('taken'), { wait: '1m' }),
        first.facades.Lock().acquire('taken', { wait: '1m' }),
      ];
      const ends = Promise.allSettled(calls);
      await first.close();
      const reason = { status: 'rejected', reason: { code: 'E_LOCK_STOPPED' } };
      expect(await ends).toMatchObject([reason, reason, reason]);
      expect(began).toEqual([]);
      expect(await second.facades.Lock().acquire('free')).not.toBeNull();
    }));

  test('once() works in one process, and in another one when that closes', () =>
    two(async (first, second) => {
      const began: string[] = [];
      const work =
        (name: string) =>
        async ({ signal }: { signal: AbortSignal }) => {
          began.push(name);
          await aborted(signal);
        };
      first.facades.Lock().once('feed', work('first'), { lease: '1s', every: '20ms' });
      while (began.length === 0) await nextTurn();
      const other = second.facades.Lock().once('feed', work('second'), { lease: '1s', every: '20ms' });
      await first.close();
      while (began.length === 1) await nextTurn();
      expect(began).toEqual(['first', 'second']);
      await other.stop();
      expect(await second.facades.Lock().run('feed', () => 1)).toBe(1);
    }));
};

const withTwo =
  (config: Partial<CacheConfig>, wanted: { redis?: boolean; connection?: ConnectionConfig }): Two =>
  async (work) => {
    const first = await boot({ ...wanted, config });
    const second = await boot({ ...wanted, tables: false, config });
    try {
      await work(first.app, second.app);
      expect([first.reports, second.reports]).toEqual([[], []]);
    } finally {
      await first.app.close();
      await second.app.close();
    }
  };

onRedis('on Redis', () => {
  locksHold((work) => withTwo({ redis: { connection: null, prefix: ownPrefix() } }, { redis: true })(work));

  test('processes that are frozen at random never share a fence', async () => {
    const run = await contend({ prefix: ownPrefix() }, { processes: 4, holders: 200 });
    expect(run).toMatchObject({ shared: 0 });
    expect(run.freezes).toBeGreaterThan(0);
  });
});

onEngines((engine) => {
  locksHold((work) =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, (connection) => withTwo({ locks: 'database' }, { connection })(work)),
    ),
  );

  test('processes that are frozen at random never share a fence', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        const { app } = await boot({ connection });
        await freshTables(app);
        expect(await contend({ connection }, { processes: 4, holders: 100 })).toMatchObject({ shared: 0 });
        await app.close();
      }),
    ));
});

test('in memory: one holder at a time, with fences that rise', async () => {
  const { app } = await boot();
  const locks = app.facades.Lock();
  const one = await locks.acquire('a');
  expect(await locks.acquire('a')).toBeNull();
  const waiting = locks.run('a', ({ fence }) => fence, { wait: '1m' });
  await one?.release();
  expect(await waiting).toBeGreaterThan(one?.fence ?? Number.POSITIVE_INFINITY);
});

test('the work of a lost lease is told by its signal, and its result is refused', async () => {
  const { app } = await boot();
  const signals: AbortSignal[] = [];
  const frozen = app.facades.Lock().run(
    'a',
    async ({ signal }) => {
      signals.push(signal);
      // As a process that is frozen: nothing runs for longer than the lease.
      const until = performance.now() + 250;
      while (performance.now() < until);
      return 1;
    },
    { lease: '200ms' },
  );
  await expect(frozen).rejects.toMatchObject({ code: 'E_LOCK_LOST' });
  expect(signals[0]?.reason).toMatchObject({ code: 'E_LOCK_LOST' });
});

test.each(['', 'a\nb', 'x'.repeat(181)])('refuses the name %j', async (name) => {
  const { app } = await boot();
  await expect(app.facades.Lock().acquire(name)).rejects.toMatchObject({ code: 'E_LOCK_NAME' });
});

test.each([0, 0.05, '2d'] as const)('refuses the lease %j', async (lease) => {
  const { app } = await boot();
  await expect(app.facades.Lock().acquire('a', { lease })).rejects.toMatchObject({ code: 'E_LOCK_LEASE' });
});
