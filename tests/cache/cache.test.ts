import { describe, expect, jest, test } from '@jest/globals';
import type { Cache } from '@taproot/cache';
import { fakeCache } from '@taproot/cache/testing';
import type { Application } from '@taproot/core';
import { withFolder } from '../database/support/application.ts';
import { onEngines } from '../database/support/engines.ts';
import { withOwnDatabase } from '../database/support/own-database.ts';
import { hasRedis } from '../throttle/support/services.ts';
import { boot, ownPrefix } from './support/application.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

const deferred = <Value>() => {
  let resolve = (_value: Value): void => undefined;
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<Value>((yes, no) => ([resolve, reject] = [yes, no]));
  return { promise, resolve, reject };
};

/** Changes of two processes at once: none is lost, and what one caller may get, one gets. */
const changesValues = async (app: Application, second: Application): Promise<void> => {
  const caches = [app.facades.Cache(), second.facades.Cache()];
  const isOne = app === second || app.config.cache.store !== 'memory';
  // So that a memory of each process, with two levels, holds a number of before.
  for (const [i, cache] of caches.entries())
    expect([await cache.increment('n'), await cache.get('n')]).toEqual(isOne ? [i + 1, i + 1] : [1, 1]);
  const both = <Result>(work: (cache: Cache, i: number) => Promise<Result>) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => work(caches[i % 2] as Cache, i)));
  const sums = await both((cache, i) => (i < 18 ? cache.increment('n', 2) : cache.decrement('n')));
  expect([new Set(sums).size >= 18, await caches[0]?.increment('n', 0)]).toEqual([true, 36]);
  const added = await both((cache, i) => cache.add('first', i));
  expect(added.filter(Boolean)).toHaveLength(1);
  expect(await caches[0]?.get('first')).toBe(added.indexOf(true));
  const pulled = await both((cache) => cache.pull('first'));
  expect(pulled.filter((value) => value !== undefined)).toEqual([added.indexOf(true)]);
  await caches[0]?.put('text', 'a');
  await expect(caches[0]?.increment('text')).rejects.toMatchObject({ code: 'E_CACHE_NUMBER' });
  expect(await caches[0]?.pull('text')).toBe('a');
  await caches[0]?.forget('n');
};

/** What holds on every store. `second` is an application of another process with the same store. */
const keepsValues = async (app: Application, second: Application): Promise<void> => {
  const cache = app.facades.Cache();
  expect(await cache.get('a')).toBeUndefined();
  await cache.put('a', { n: 1, text: 'ü "\\ 😀', at: new Date(0) }, '1m');
  expect(await cache.get('a')).toEqual({ n: 1, text: 'ü "\\ 😀', at: '1970-01-01T00:00:00.000Z' });
  await cache.put('A', 2);
  expect([await cache.get('a'), await cache.get('A')]).toMatchObject([{ n: 1 }, 2]);
  await cache.put('null', null);
  expect([await cache.get('null'), await cache.has('null'), await cache.missing('other')]).toEqual([null, true, true]);
  await cache.forever('for ever', 'x'.repeat(100_000));
  expect(await cache.get('for ever')).toHaveLength(100_000);
  expect([await cache.pull('A'), await cache.get('A')]).toEqual([2, undefined]);
  await changesValues(app, second);
  await cache.put('p1', 1, '1m', { tags: ['posts'] });
  await cache.put('p2', 2, '1m', { tags: ['posts', 'users'] });
  expect([await cache.get('p1'), await cache.get('p2')]).toEqual([1, 2]);
  await cache.forgetTags('users');
  expect([await cache.get('p1'), await cache.get('p2')]).toEqual([1, undefined]);
  await cache.forget('a', 'p1');
  expect([await cache.has('a'), await cache.has('p1')]).toEqual([false, false]);
  // One maker for the callers of both.
  let made = 0;
  const [source, begun] = [deferred<number>(), deferred<null>()];
  const make = () => (made++, begun.resolve(null), source.promise);
  const callers = [app, second].flatMap((one) =>
    Array.from({ length: 500 }, () => one.facades.Cache().remember('slow', '1m', make)),
  );
  await begun.promise;
  source.resolve(7);
  const values = await Promise.all(callers);
  expect([made, new Set(values)]).toEqual([
    app === second || app.config.cache.store !== 'memory' ? 1 : 2,
    new Set([7]),
  ]);
  await cache.flush();
  expect(await cache.get('for ever')).toBeUndefined();
};

test('keeps values in memory', async () => {
  const { app } = await boot();
  await keepsValues(app, app);
});

onRedis('on Redis', () => {
  test.each([false, true])('keeps values (two levels: %s)', async (two_levels) => {
    const config = { store: 'redis', two_levels, redis: { connection: null, prefix: ownPrefix() } } as const;
    const [first, second] = [await boot({ redis: true, config }), await boot({ redis: true, config })];
    await keepsValues(first.app, second.app);
    expect([first.reports, second.reports]).toEqual([[], []]);
  });

  test('the memory of another process hears of changes', async () => {
    const config = { store: 'redis', two_levels: true, redis: { connection: null, prefix: ownPrefix() } } as const;
    const [one, two] = [await boot({ redis: true, config }), await boot({ redis: true, config })].map(({ app }) =>
      app.facades.Cache(),
    );
    await one?.put('a', 1);
    expect(await two?.get('a')).toBe(1);
    await one?.put('a', 2);
    while ((await two?.get('a')) !== 2) await new Promise(setImmediate);
    await one?.forget('a');
    while ((await two?.get('a')) !== undefined) await new Promise(setImmediate);
  });

  test('flush removes only the keys of its prefix, and no lock', async () => {
    const { app } = await boot({ redis: true, config: { store: 'redis' } });
    const { app: other } = await boot({ redis: true, config: { store: 'redis' } });
    await other.facades.Cache().put('a', 1);
    const lease = await app.facades.Lock().acquire('held');
    await app.facades.Cache().flush();
    expect(await other.facades.Cache().get('a')).toBe(1);
    expect(await app.facades.Lock().acquire('held')).toBeNull();
    await lease?.release();
  });
});

onEngines((engine) => {
  test('keeps values in a table', () =>
    withFolder((folder) =>
      withOwnDatabase(engine, folder, async (connection) => {
        const first = await boot({ connection, config: { store: 'database' } });
        const second = await boot({ connection, tables: false, config: { store: 'database' } });
        try {
          await keepsValues(first.app, second.app);
          expect([first.reports, second.reports]).toEqual([[], []]);
        } finally {
          await first.app.close();
          await second.app.close();
        }
      }),
    ));
});

describe('remember()', () => {
  test('a failing maker runs once for 1,000 callers, and nothing is kept', async () => {
    const { app } = await boot();
    let made = 0;
    const source = deferred<number>();
    const callers = Array.from({ length: 1000 }, () =>
      app.facades.Cache().remember('a', '1m', () => (made++, source.promise)),
    );
    source.reject(new RangeError('down'));
    const results = await Promise.allSettled(callers);
    expect(made).toBe(1);
    expect(results.every((one) => one.status === 'rejected' && one.reason instanceof RangeError)).toBe(true);
    expect(await app.facades.Cache().remember('a', '1m', () => 1)).toBe(1);
  });

  test('the caller of the maker gets what later callers get', async () => {
    const { app } = await boot();
    const get = () => app.facades.Cache().remember('a', '1m', () => ({ at: new Date(0), none: undefined }));
    const first: { at: string } = await get();
    expect([first, await get()]).toEqual([{ at: new Date(0).toJSON() }, { at: new Date(0).toJSON() }]);
  });

  test('null is kept for the time of `missing`; undefined is not kept', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const { app } = await boot();
      const cache = app.facades.Cache();
      let made = 0;
      const none = () => cache.remember('none', '1h', () => (made++, null), { missing: '10s' });
      await none();
      await none();
      expect(made).toBe(1);
      jest.advanceTimersByTime(11_000);
      await none();
      expect(made).toBe(2);
      await cache.remember('undefined', '1h', () => void made++);
      await cache.remember('undefined', '1h', () => void made++);
      expect(made).toBe(4);
    } finally {
      jest.useRealTimers();
    }
  });

  test('a value in its grace serves while its maker fails', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const { app, reports } = await boot();
      const cache = app.facades.Cache();
      const options = { grace: '1h' } as const;
      await cache.remember('a', '1m', () => 1, options);
      const fail = () => Promise.reject(new Error('down'));
      jest.advanceTimersByTime(120_000);
      expect(await cache.remember('a', '1m', fail, options)).toBe(1);
      expect(reports.map(({ code }) => code)).toEqual(['E_CACHE_STALE']);
      expect(await cache.remember('a', '1m', () => 2, options)).toBe(2);
      expect(cache.figures()).toMatchObject({ stale: 1, made: 3 });
    } finally {
      jest.useRealTimers();
    }
  });

  test('flexible() serves an old value at once, and makes the next one in the background, once', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    try {
      const { app, reports } = await boot();
      const cache = app.facades.Cache();
      let made = 0;
      let source = deferred<number>();
      const ask = () => cache.flexible('a', ['1m', '1h'], () => (made++, source.promise));
      source.resolve(1);
      expect(await ask()).toBe(1);
      source = deferred();
      jest.advanceTimersByTime(120_000);
      const asked = Promise.all(Array.from({ length: 100 }, ask));
      await jest.advanceTimersByTimeAsync(2);
      expect([new Set(await asked), made]).toEqual([new Set([1]), 2]);
      source.resolve(2);
      while ((await cache.get('a')) !== 2) await new Promise(setImmediate);
      expect(made).toBe(2);
      // A source that fails is told, and the old value serves.
      source = deferred();
      source.reject(new Error('down'));
      jest.advanceTimersByTime(120_000);
      expect(await ask()).toBe(2);
      expect(reports.map(({ code }) => code)).toEqual(['E_CACHE_STALE']);
      // After the second time, callers wait.
      source = deferred();
      jest.advanceTimersByTime(3_600_000);
      const late = ask();
      source.resolve(3);
      expect(await late).toBe(3);
      expect(() => cache.flexible('a', ['1h', '1h'], () => 1)).toThrow(
        expect.objectContaining({ code: 'E_CACHE_TTL' }),
      );
    } finally {
      jest.useRealTimers();
    }
  });

  test('refuses keys, times and values that cannot be kept', async () => {
    const { app } = await boot();
    const cache = app.facades.Cache();
    for (const key of ['', 'x'.repeat(201), 'a\nb'])
      await expect(cache.get(key)).rejects.toMatchObject({ code: 'E_CACHE_KEY' });
    for (const ttl of [0, -1, Number.POSITIVE_INFINITY])
      await expect(cache.put('a', 1, ttl)).rejects.toMatchObject({ code: 'E_CACHE_TTL' });
    await expect(cache.remember('a', '1m', () => 1n)).rejects.toMatchObject({ code: 'E_CACHE_VALUE' });
  });
});

test('a store without its tables is told, and makers run', async () => {
  const { app, reports } = await boot({
    connection: { driver: 'sqlite', path: ':memory:' },
    tables: false,
    config: { store: 'database' },
  });
  expect(await app.facades.Cache().remember('a', '1m', () => 1)).toBe(1);
  expect(reports.map(({ code }) => code)).toContain('E_CACHE_TABLE');
});

test.each([
  [{ store: 'redis' }, 'E_REDIS_MISSING'],
  [{ store: 'database' }, 'E_CACHE_DATABASE'],
  [{ two_levels: true }, 'E_CACHE_SETTING'],
  [{ jitter: 1 }, 'E_CACHE_SETTING'],
  [{ ttl: 0 }, 'E_CACHE_SETTING'],
] as const)('%j stops the boot', async (config, code) => {
  await expect(boot({ config })).rejects.toMatchObject({ code });
});

test('a fake keeps values in memory, and asserts about them', async () => {
  const { app } = await boot();
  const fake = fakeCache(app);
  await app.facades.Cache().remember('stats', '1m', () => ({ users: 3 }));
  await fake.assertHas('stats', { users: 3 });
  await expect(fake.assertHas('stats', { users: 4 })).rejects.toMatchObject({ code: 'E_CACHE_ASSERTION' });
  await expect(fake.assertMissing('stats')).rejects.toMatchObject({ code: 'E_CACHE_ASSERTION' });
  fake.assertMade(1);
  await fake.clear();
  await fake.assertMissing('stats');
  await fake.assertFree('lock');
  const lease = await app.facades.Lock().acquire('lock');
  await expect(fake.assertFree('lock')).rejects.toMatchObject({ code: 'E_CACHE_ASSERTION' });
  await lease?.release();
  fake.restore();
});
