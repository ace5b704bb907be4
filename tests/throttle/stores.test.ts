import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { type CustomStore, type LimiterStoreFactory, limit, type RateLimiter, throttle } from '@taproot/throttle';
import Database from 'libsql';
import { RateLimiterMemory, RateLimiterSQLite } from 'rate-limiter-flexible';
import { answerWithin } from '../../plugins/throttle/src/store/answer-within.ts';
import { burst, codes, hit, tally, withLimiter } from './support/limited.ts';

const perMinute = (points: number) => (limiter: RateLimiter) =>
  limiter.for('api', () => limit.perMinute(points).by('a'));

/** Stops the clock that a pause is measured by, so many milliseconds from now. */
const stopClock = (later = 0): void => {
  const now = performance.now() + later;
  jest.spyOn(performance, 'now').mockReturnValue(now);
};

// A failing store is left alone for half a second.
const afterPause = (): void => stopClock(500);

afterEach(() => void jest.restoreAllMocks());

/** A limiter of the package whose counting can be made to fail. */
class Fragile extends RateLimiterMemory {
  fault: (() => Promise<never>) | null = null;

  override consume(key: string | number): ReturnType<RateLimiterMemory['consume']> {
    return this.fault?.() ?? super.consume(key);
  }
}

const fragile = () => {
  const made: Fragile[] = [];
  const store: CustomStore = ({ points, seconds }) => {
    const limiter = new Fragile({ points, duration: seconds });
    made.push(limiter);
    return limiter;
  };
  const fail = (fault: Fragile['fault']): void => {
    for (const limiter of made) limiter.fault = fault;
  };
  return { store, made, fail };
};

/** A store in a few lines, as a plugin would write one over a service of its own. */
const plainStore = (calls: string[]): LimiterStoreFactory => {
  const taken = new Map<string, number>();
  const ends = Date.now() + 60_000;
  return ({ app, config }) => ({
    open: async () => void calls.push(`open ${app.config.app.env} ${String(config.store)}`),
    close: async () => void calls.push('close'),
    limiter: ({ points, seconds }) => {
      calls.push(`limiter ${points} ${seconds}`);
      const standing = (key: string) => ({
        remainingPoints: points - (taken.get(key) ?? 0),
        msBeforeNext: ends - Date.now(),
      });
      const add = (key: string, number: number) => taken.set(key, (taken.get(key) ?? 0) + number);
      return {
        consume: async (key) => {
          if (standing(key).remainingPoints <= 0) throw standing(key);
          add(key, 1);
          return standing(key);
        },
        get: async (key) => (taken.has(key) ? standing(key) : null),
        reward: async (key) => add(key, -1),
        delete: async (key) => taken.delete(key),
      };
    },
  });
};

describe('gap 9: a store that a plugin registers', () => {
  const plugin = (factory: LimiterStoreFactory) =>
    definePlugin({
      name: 'plain-store',
      requires: ['throttle'],
      apply: (app) => void app.facades.RateLimiter().extend('plain', factory),
    });

  test('may not take the name of another', async () => {
    const boot = (...names: string[]) =>
      setup(null, { env: { APP_ENV: 'testing' } })
        .withPlugins([throttle()])
        .withCallback(({ facades }) => {
          for (const name of names) facades.RateLimiter().extend(name, plainStore([]));
        })
        .create();
    for (const names of [['redis'], ['memory'], ['plain', 'plain']])
      await expect(boot(...names)).rejects.toMatchObject({ code: 'E_THROTTLE_STORE_TAKEN' });
    await (await boot('plain', 'other')).close();
  });

  test('gets the application, is opened and closed with it, and counts under its name', async () => {
    const calls: string[] = [];
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([throttle(), plugin(plainStore(calls))])
      .withConfig({ throttle: { store: 'plain' } })
      .withCallback((made) => void made.facades.RateLimiter().for('api', () => limit.perMinute(3).by('a')))
      .create();
    await app.open();
    const limiter = app.facades.RateLimiter();
    expect(tally(await burst(limiter.throttle('api'), 10))).toEqual({ 200: 3, 429: 7 });
    const own = limit.perMinute(2);
    expect([await limiter.attempt('k', own), await limiter.remaining('k', own)]).toEqual([true, 1]);
    await limiter.clear('k', own);
    expect(await limiter.remaining('k', own)).toBe(2);
    expect(limiter.status).toEqual({ store: 'plain', degraded: false, since: null });
    expect(() => limiter.extend('late', plainStore([]))).toThrow(/The store "late" was registered after/);
    await app.close();
    expect(calls).toEqual(['open testing plain', 'limiter 3 60', 'limiter 2 60', 'close']);
  });

  test('that cannot be opened is replaced by memory, which is reported under its name', async () => {
    const reports: unknown[] = [];
    const failing: LimiterStoreFactory = () => ({
      open: () => Promise.reject(new Error('no server')),
      limiter: () => Promise.reject(new Error('no server')),
    });
    const app = await setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([throttle(), plugin(failing)])
      .withConfig({ throttle: { store: 'plain' } })
      .withCallback((made) => {
        made.hooks.report.tap('test', (error) => void reports.push(error));
        made.facades.RateLimiter().for('api', () => limit.perMinute(3).by('a'));
      })
      .create();
    await app.open();
    expect(tally(await burst(app.facades.RateLimiter().throttle('api'), 10))).toEqual({ 200: 3, 429: 7 });
    expect(app.facades.RateLimiter().status).toMatchObject({ store: 'plain', degraded: true });
    expect(String(reports[0])).toContain('plain');
    await app.close();
  });

  test('is suggested when its name is misspelt', async () => {
    const boot = setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([throttle(), plugin(plainStore([]))])
      .withConfig({ throttle: { store: 'plian' } })
      .create();
    await expect(boot).rejects.toMatchObject({
      code: 'E_THROTTLE_SETTING',
      message: expect.stringMatching(/memory, redis, cluster, plain, .*extend\(\).* Did you mean "plain"\?/),
    });
  });
});

describe.each<[name: string, store: CustomStore]>([
  ['RateLimiterMemory', ({ points, seconds }) => new RateLimiterMemory({ points, duration: seconds })],
  [
    'RateLimiterSQLite',
    ({ points, seconds }) =>
      new Promise((resolve, reject) => {
        const options = { points, duration: seconds, storeType: 'better-sqlite3', clearExpiredByTimeout: false };
        const limiter = new RateLimiterSQLite(
          { ...options, storeClient: new Database(':memory:'), tableName: 'limits' },
          (error?: Error) => (error instanceof Error ? reject(error) : resolve(limiter)),
        );
      }),
  ],
])('%s as a store', (_name, limiterOf) => {
  const config = { store: limiterOf, timeout: 5 };

  test('counts, and says what is left', async () => {
    await withLimiter({ config, register: perMinute(3) }, async ({ limiter, reports }) => {
      const throttle = limiter.throttle('api');
      expect((await hit(throttle)).headers['X-RateLimit-Remaining']).toBe(2);
      expect(tally(await burst(throttle, 10))).toEqual({ 200: 2, 429: 8 });
      expect([limiter.status, reports]).toEqual([{ store: 'custom', degraded: false, since: null }, []]);
    });
  });

  test('is asked by attempts, and forgets a key', async () => {
    await withLimiter({ config }, async ({ limiter, reports }) => {
      for (const left of [1, 0]) {
        expect(await limiter.attempt('login:ann', limit.perMinute(2))).toBe(true);
        expect(await limiter.remaining('login:ann', limit.perMinute(2))).toBe(left);
      }
      expect(await limiter.attempt('login:ann', limit.perMinute(2))).toBe(false);
      await limiter.clear('login:ann', limit.perMinute(2));
      expect(await limiter.remaining('login:ann', limit.perMinute(2))).toBe(2);
      expect(reports).toEqual([]);
    });
  });
});

describe('a store of the application', () => {
  test('counts by any limiter of rate-limiter-flexible, one for each kind of limit', async () => {
    const { store, made } = fragile();
    const register = (limiter: RateLimiter) =>
      limiter.for('api', () => limit.perMinute(3)).for('other', () => limit.perHour(7));
    await withLimiter({ config: { store }, register }, async ({ limiter }) => {
      expect(tally(await burst(limiter.throttle('api'), 10))).toEqual({ 200: 3, 429: 7 });
      expect((await hit(limiter.throttle('other'))).headers['X-RateLimit-Remaining']).toBe(6);
      expect(made.map(({ points, duration }) => [points, duration])).toEqual([
        [3, 60],
        [7, 3600],
      ]);
    });
  });

  test('that fails is not called for a while, then tried again by one request', async () => {
    const { store, fail } = fragile();
    await withLimiter({ config: { store }, register: perMinute(1000) }, async ({ limiter, reports }) => {
      const throttle = limiter.throttle('api');
      await hit(throttle);
      stopClock();
      let asked = 0;
      fail(() => {
        asked++;
        return Promise.reject(new Error('gone'));
      });
      for (let request = 0; request < 50; request++) expect((await hit(throttle)).status).toBe(200);
      expect(asked).toBe(1);
      expect(limiter.status).toMatchObject({ store: 'custom', degraded: true });
      expect(codes(reports)).toEqual(['E_THROTTLE_STORE_FAILED']);

      fail(null);
      afterPause();
      await hit(throttle);
      expect(limiter.status).toEqual({ store: 'custom', degraded: false, since: null });
    });
  });

  // One after another they would take 8 s.
  test('that never answers is not waited for', async () => {
    const { store, fail } = fragile();
    await withLimiter({ config: { store }, register: perMinute(3) }, async ({ limiter, reports }) => {
      await hit(limiter.throttle('api'));
      fail(() => new Promise(() => undefined));
      expect(tally(await burst(limiter.throttle('api'), 100))).toEqual({ 200: 3, 429: 97 });
      expect(String(reports[0])).toContain('did not answer within 0.08 s');
    });
  }, 7000);

  test('whose limiter is slow to make is not waited for, and counts once it is made', async () => {
    let asked = 0;
    let made: (limiter: RateLimiterMemory) => void = () => undefined;
    const store: CustomStore = () => {
      asked++;
      return new Promise((resolve) => (made = resolve));
    };
    const config = { store, timeout: 0.02 };
    await withLimiter({ config, register: perMinute(3) }, async ({ limiter, reports }) => {
      const throttle = limiter.throttle('api');
      expect(tally(await burst(throttle, 10))).toEqual({ 200: 3, 429: 7 });
      expect(String(reports[0])).toContain('did not answer within 0.02 s');
      made(new RateLimiterMemory({ points: 3, duration: 60 }));
      afterPause();
      await hit(throttle);
      expect([limiter.status.degraded, asked]).toEqual([false, 1]);
    });
  });

  test('whose limiter cannot be made is asked to make it again', async () => {
    let asked = 0;
    const store: CustomStore = async ({ points, seconds }) => {
      if (asked++ === 0) throw new Error('no server yet');
      return new RateLimiterMemory({ points, duration: seconds });
    };
    await withLimiter({ config: { store }, register: perMinute(1000) }, async ({ limiter, reports }) => {
      const throttle = limiter.throttle('api');
      await hit(throttle);
      expect(String(reports[0])).toContain('no server yet');
      afterPause();
      await hit(throttle);
      expect([limiter.status.degraded, asked]).toEqual([false, 2]);
    });
  });

  describe.each<[what: string, answer: unknown]>([
    ['an empty object', {}],
    ['remaining under another name', { remaining: 5, msBeforeNext: 1000 }],
    ['no end of the window', { remainingPoints: 5 }],
    ['NaN points', { remainingPoints: Number.NaN, msBeforeNext: 1000 }],
    ['a window of NaN', { remainingPoints: 5, msBeforeNext: Number.NaN }],
    ['null members', { remainingPoints: null, msBeforeNext: null }],
    ['numbers as strings', { remainingPoints: '5', msBeforeNext: '1000' }],
    ['an endless window', { remainingPoints: 5, msBeforeNext: Number.POSITIVE_INFINITY }],
    ['nothing', undefined],
    ['null', null],
    ['true', true],
    ['a string', 'OK'],
  ])('that answers with %s', (_what, answer) => {
    const nonsense: CustomStore = () => ({
      consume: async () => answer as never,
      get: async () => (answer === null ? undefined : answer) as never,
      reward: async () => undefined,
      delete: async () => undefined,
    });

    test('counts as one that failed: memory counts, and it is reported', async () => {
      await withLimiter({ config: { store: nonsense }, register: perMinute(3) }, async ({ limiter, reports }) => {
        expect(tally(await burst(limiter.throttle('api'), 10))).toEqual({ 200: 3, 429: 7 });
        expect(codes(reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
        expect(String(reports[0])).toContain('consume() gave ');
        expect(limiter.status.degraded).toBe(true);
      });
    });

    test('is refused where requests are, as by one that fails with it', async () => {
      const rejecting: CustomStore = async (quota) => ({
        ...(await nonsense(quota)),
        consume: () => Promise.reject(answer),
      });
      for (const store of [nonsense, rejecting])
        await withLimiter({ config: { store, fail: 'closed' }, register: perMinute(3) }, async ({ limiter }) => {
          expect(tally(await burst(limiter.throttle('api'), 3))).toEqual({ 503: 3 });
        });
    });

    test('is not believed by remaining() either', async () => {
      await withLimiter({ config: { store: nonsense } }, async ({ limiter, reports }) => {
        expect(await limiter.remaining('k', limit.perMinute(3))).toBe(3);
        expect(codes(reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
      });
    });
  });

  test('that resolves although the points are used up counts as failed', async () => {
    const overdrawn = async () => ({ remainingPoints: -1, msBeforeNext: 1000 });
    const store: CustomStore = () => ({ consume: overdrawn, get: overdrawn, reward: overdrawn, delete: overdrawn });
    await withLimiter({ config: { store }, register: perMinute(3) }, async ({ limiter, reports }) => {
      expect(tally(await burst(limiter.throttle('api'), 10))).toEqual({ 200: 3, 429: 7 });
      expect(codes(reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
    });
    await withLimiter({ config: { store } }, async ({ limiter, reports }) => {
      expect([await limiter.remaining('k', limit.perMinute(3)), reports]).toEqual([0, []]);
    });
  });

  test('what memory counted during an outage goes on counting when the store is back empty', async () => {
    const { store, made, fail } = fragile();
    await withLimiter({ config: { store }, register: perMinute(3) }, async ({ limiter }) => {
      const throttle = limiter.throttle('api');
      await hit(throttle);
      fail(() => Promise.reject(new Error('gone')));
      expect(tally(await burst(throttle, 10))).toEqual({ 200: 3, 429: 7 });
      for (const limiter of made) limiter.restore({ version: 1, storage: [] });
      fail(null);
      afterPause();
      await hit(throttle);
      expect((await hit(throttle)).status).toBe(429);
      expect(await limiter.attempt('fresh', limit.perMinute(3))).toBe(true);
    });
  });
});

test('an answer that lies there while the process is busy is not late', async () => {
  const answered = new Promise<string>((resolve) => setImmediate(() => resolve('here')));
  const asked = answerWithin(answered, 0.01, () => new Error('late'));
  const busyUntil = performance.now() + 30;
  while (performance.now() < busyUntil);
  expect(await asked).toBe('here');
});
