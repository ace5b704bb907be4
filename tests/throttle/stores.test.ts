import { describe, expect, test } from '@jest/globals';
import { type CustomStore, limit, type RateLimiter } from '@taproot/throttle';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { answerWithin } from '../../plugins/throttle/src/store/answer-within.ts';
import { createRedisClient } from '../../plugins/throttle/src/store/redis-client.ts';
import { burst, codes, faultOf, hit, tally, withLimiter } from './support/limited.ts';

const perMinute = (points: number) => (limiter: RateLimiter) =>
  limiter.for('api', () => limit.perMinute(points).by('a'));

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

  test('that fails is left alone for a moment, then tried again by one request', async () => {
    const { store, fail } = fragile();
    await withLimiter({ config: { store }, register: perMinute(1000) }, async ({ limiter, reports }) => {
      const throttle = limiter.throttle('api');
      await hit(throttle);
      let asked = 0;
      fail(() => {
        asked++;
        return Promise.reject(new Error('gone'));
      });
      for (let request = 0; request < 50; request++) expect((await hit(throttle)).status).toBe(200);
      expect(asked).toBe(1);
      expect(limiter.status()).toMatchObject({ store: 'custom', degraded: true });
      expect(codes(reports)).toEqual(['E_LIMITER_STORE_FAILED']);

      fail(null);
      const began = performance.now();
      while (limiter.status().degraded && performance.now() - began < 5000) await hit(throttle);
      expect(limiter.status()).toEqual({ store: 'custom', degraded: false, since: null });
    });
  });

  test('that never answers is not waited for', async () => {
    const { store, fail } = fragile();
    await withLimiter({ config: { store }, register: perMinute(3) }, async ({ limiter, reports }) => {
      await hit(limiter.throttle('api'));
      fail(() => new Promise(() => undefined));
      const began = performance.now();
      expect(tally(await burst(limiter.throttle('api'), 100))).toEqual({ 200: 3, 429: 97 });
      // One after another they would take 8 s.
      expect(performance.now() - began).toBeLessThan(5000);
      expect(String(reports[0])).toContain('did not answer within 0.08 s');
    });
  });

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
      const began = performance.now();
      while (limiter.status().degraded && performance.now() - began < 5000) await hit(throttle);
      expect([limiter.status().degraded, asked]).toEqual([false, 1]);
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
      const began = performance.now();
      while (limiter.status().degraded && performance.now() - began < 5000) await hit(throttle);
      expect([limiter.status().degraded, asked]).toEqual([false, 2]);
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
      const began = performance.now();
      while (limiter.status().degraded && performance.now() - began < 5000) await hit(throttle);
      expect((await hit(throttle)).status).toBe(429);
      expect(await limiter.attempt('fresh', limit.perMinute(3))).toBe(true);
    });
  });
});

test('redis without its package is an error that says what to install', async () => {
  const absent = new Error("Cannot find package 'ioredis' imported from here.js");
  const missing = Object.assign(absent, { code: 'ERR_MODULE_NOT_FOUND' });
  const error = await faultOf(() => createRedisClient('redis://127.0.0.1:1', () => Promise.reject(missing)));
  expect(error).toMatchObject({ code: 'E_LIMITER_IOREDIS', fix: 'Run `npm install ioredis`.' });
});

test('an answer that lies there while the process is busy is not late', async () => {
  const answered = new Promise<string>((resolve) => setImmediate(() => resolve('here')));
  const asked = answerWithin(answered, 0.01, () => new Error('late'));
  const busyUntil = performance.now() + 30;
  while (performance.now() < busyUntil);
  expect(await asked).toBe('here');
});
