import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limit, type RateLimiter } from '@taproot/throttle';
import { Redis } from 'ioredis';
import { program } from '../support/program.ts';
import { concurrencies, isExact, limits, registerRuns, runOnce } from './support/exact.ts';
import { bootLimiter, burst, codes, faultOf, hit, type Limited, tally, withLimiter } from './support/limited.ts';
import { flood } from './support/many-keys.ts';
import { Processes } from './support/processes.ts';
import { RedisServer } from './support/redis-server.ts';
import { hasRedis, sharedRedis } from './support/services.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

onRedis('on a Redis', () => {
  const prefix = `test:${randomUUID()}`;
  let redis: Redis;

  beforeAll(() => {
    redis = new Redis(sharedRedis);
  });

  afterAll(async () => {
    const keys = await redis.keys(`${prefix}*`);
    if (keys.length > 0) await redis.del(keys);
    redis.disconnect();
  });

  const withRedis = (
    register: (limiter: RateLimiter) => void,
    work: (limited: Limited) => Promise<void>,
    own = `${prefix}:${randomUUID()}`,
  ): Promise<void> =>
    withLimiter(
      { register, url: sharedRedis, config: { store: 'redis', timeout: 10, redis: { prefix: own } } },
      async (limited) => {
        await limited.app.open();
        await work(limited);
        expect(limited.reports).toEqual([]);
      },
    );

  test('a process that stood still for 2 s with an answer in its socket keeps the connection', async () => {
    const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(3));
    await withRedis(register, async ({ limiter }) => {
      const throttle = limiter.throttle('api');
      await hit(throttle);
      const answer = hit(throttle);
      // Once the command is sent: there is no further step of ours until its answer.
      await new Promise(setImmediate);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200);
      expect((await answer).headers['X-RateLimit-Remaining']).toBe(1);
      expect(limiter.status.degraded).toBe(false);
    });
  });

  test('requests of many applications are counted together', async () => {
    const shared = `${prefix}:shared`;
    const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(3));
    await withRedis(
      register,
      async (first) => {
        await withRedis(
          register,
          async (second) => {
            const { headers } = await hit(first.limiter.throttle('api'));
            expect(headers).toEqual({ 'X-RateLimit-Limit': 3, 'X-RateLimit-Remaining': 2 });
            expect((await hit(second.limiter.throttle('api'))).headers['X-RateLimit-Remaining']).toBe(1);
            expect((await hit(first.limiter.throttle('api'))).status).toBe(200);
            const refused = await hit(second.limiter.throttle('api'));
            expect(refused).toMatchObject({ status: 429, headers: { 'X-RateLimit-Remaining': 0 } });
            expect(refused.headers['Retry-After']).toBe(60);
            expect(second.limiter.status).toEqual({ store: 'redis', degraded: false, since: null });
          },
          shared,
        );
      },
      shared,
    );
  });

  test('TH-03 keys are hashed, under one prefix, and end with their window', async () => {
    const own = `${prefix}:hashed`;
    const register = (limiter: RateLimiter) =>
      limiter.for('a', () => limit.perMinute(1).by('b:c')).for('a:b', () => limit.perMinute(1).by('c'));
    await withRedis(
      register,
      async ({ limiter }) => {
        expect((await hit(limiter.throttle('a'))).status).toBe(200);
        expect((await hit(limiter.throttle('a:b'))).status).toBe(200);
        const keys = await redis.keys(`${own}*`);
        expect(keys).toHaveLength(2);
        for (const key of keys) {
          expect(key.slice(own.length)).toMatch(/^:[\w-]{43}$/);
          const left = await redis.pttl(key);
          expect(left).toBeGreaterThan(50_000);
          expect(left).toBeLessThanOrEqual(60_000);
        }
      },
      own,
    );
  });

  test('TH-05 what a refused request took is given back, however many are refused', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('api', (ctx) => [limit.perMinute(4).by('all'), limit.perMinute(2).by(ctx.request().ip())]);
    await withRedis(register, async ({ limiter }) => {
      const admitted = [];
      for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.3'])
        admitted.push(tally(await burst(limiter.throttle('api'), 30, { ip })));
      expect(admitted).toEqual([{ 200: 2, 429: 28 }, { 200: 2, 429: 28 }, { 429: 30 }]);
    });
  });

  test('TH-07 a window of thirty days and one of years hold', async () => {
    const register = (limiter: RateLimiter) =>
      limiter.forWithLimits('api', () => [limit.perDays(30, 2), limit.perDays(36_500, 2)]);
    await withRedis(register, async ({ limiter }) => {
      expect(tally(await burst(limiter.throttle('api'), 10))).toEqual({ 200: 2, 429: 8 });
      expect((await hit(limiter.throttle('api'))).headers['Retry-After']).toBe(30 * 86_400);
    });
  });

  test('a key that has lost its end gets one, so that it cannot block for ever', async () => {
    const own = `${prefix}:endless`;
    await withRedis(
      (limiter) => limiter.for('api', () => limit.perMinute(1)),
      async ({ limiter }) => {
        await hit(limiter.throttle('api'));
        const [key = ''] = await redis.keys(`${own}*`);
        await redis.persist(key);
        expect((await hit(limiter.throttle('api'))).status).toBe(429);
        expect(await redis.pttl(key)).toBeGreaterThan(0);
      },
      own,
    );
  });

  test('counting by hand reads, takes and clears', async () => {
    const five = limit.perMinute(5);
    await withRedis(
      () => undefined,
      async ({ limiter }) => {
        const key = randomUUID();
        expect(await limiter.remaining(key, five)).toBe(5);
        const taken = await Promise.all(Array.from({ length: 20 }, () => limiter.attempt(key, five)));
        expect(taken.filter(Boolean)).toHaveLength(5);
        expect(await limiter.tooManyAttempts(key, five)).toBe(true);
        expect(await limiter.availableIn(key, five)).toBe(60);
        await limiter.clear(key, five);
        expect(await limiter.remaining(key, five)).toBe(5);
      },
    );
  });
});

test('TH-09 a Redis that refuses connections: memory decides at once, and it is told once', async () => {
  const [url, config] = ['redis://127.0.0.1:1', { store: 'redis' }] as const;
  await withLimiter(
    { url, config, register: (limiter) => limiter.for('api', () => limit.perMinute(3)) },
    async (limited) => {
      await limited.app.open();
      expect(tally(await burst(limited.limiter.throttle('api'), 100))).toEqual({ 200: 3, 429: 97 });
      expect(codes(limited.reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
      expect(limited.limiter.status).toMatchObject({ store: 'redis', degraded: true, since: expect.any(Date) });
    },
  );
});

test('TH-09 closed to failure, it refuses with 503 and says when to come again', async () => {
  const [url, config] = ['redis://127.0.0.1:1', { store: 'redis', fail: 'closed' }] as const;
  await withLimiter(
    { url, config, register: (limiter) => limiter.for('api', () => limit.perMinute(3)) },
    async (limited) => {
      await limited.app.open();
      const { status, error } = await hit(limited.limiter.throttle('api'));
      expect(status).toBe(503);
      expect(error).toMatchObject({ code: 'E_THROTTLE_UNAVAILABLE', headers: { 'Retry-After': '1' } });
      expect((await faultOf(() => limited.limiter.attempt('a', limit.perMinute(1)))).code).toBe(
        'E_THROTTLE_UNAVAILABLE',
      );
    },
  );
});

// `exact-limits` of tests/long goes up to 1,000 of each, fifty times.
const runs = limits
  .flatMap((points) => concurrencies.map((concurrency) => ({ points, concurrency })))
  .filter(({ points, concurrency }) => points <= 100 && concurrency <= 200);

describe('TH-02 exactly the limit is admitted', () => {
  let server: RedisServer;
  let memory: Limited;
  let redis: Limited;

  beforeAll(async () => {
    server = await RedisServer.start();
    memory = await bootLimiter({ register: registerRuns });
    const config = { store: 'redis', timeout: 10, redis: { prefix: 'one' } } as const;
    redis = await bootLimiter({ url: server.url, config, register: registerRuns });
    await redis.app.open();
  });

  afterAll(async () => {
    await Promise.all([memory.app.close(), redis.app.close()]);
    await server.kill();
  });

  test.each(runs)('in memory: $points points, $concurrency at a time', async ({ points, concurrency }) => {
    const run = { points, concurrency, key: `${points}/${concurrency}` };
    expect(isExact(run, await runOnce(memory.limiter, run))).toBe(true);
  });

  test.each(runs)('on a Redis, by one process: $points points, $concurrency at a time', async (pair) => {
    const run = { ...pair, key: `${pair.points}/${pair.concurrency}` };
    expect(isExact(run, await runOnce(redis.limiter, run))).toBe(true);
    expect(redis.reports).toEqual([]);
  });

  test('TH-13 by four processes at once', async () => {
    const processes = await Processes.start(4, server.url, 'four');
    try {
      // Each request is made by all four.
      for (const { points, concurrency } of runs.filter((one) => one.concurrency <= 16)) {
        const run = { points, concurrency, key: `${points}/${concurrency}` };
        expect({ run, exact: isExact(run, await processes.run(run)) }).toEqual({ run, exact: true });
      }
    } finally {
      await processes.stop();
    }
  }, 60_000);
});

test('TH-08 a flood of distinct keys keeps to its bound, and frees no blocked key', () => {
  const { kept, blocked } = flood(20_000, 2000);
  expect(kept).toBe(2000);
  expect(blocked).toBe(true);
});

const patience = 30_000;

interface Told {
  readonly admitted: number;
  readonly remaining: number;
  readonly degraded: boolean;
  readonly codes: readonly string[];
}

/** What the workers of a fixture told, once all of it has ended well. */
const runFixture = async (name: string, env: Readonly<Record<string, string>>): Promise<unknown> => {
  const fixture = program(join(import.meta.dirname, 'fixtures', name));
  const child = spawn(process.execPath, [fixture], {
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const told = await text(child.stdout);
  expect(await exited).toEqual([0, null]);
  return JSON.parse(told);
};

const admitted = (told: readonly Told[] = []): number => told.reduce((sum, worker) => sum + worker.admitted, 0);

describe('the workers of a cluster', () => {
  let told: Readonly<Record<string, readonly Told[]>> = {};

  beforeAll(async () => {
    told = (await runFixture('cluster.ts', {})) as typeof told;
  }, patience);

  test('count together, and one that dies unanswered harms nobody', () => {
    expect(admitted(told['cluster'])).toBe(30);
    expect(told['cluster']?.map(({ degraded, codes }) => ({ degraded, codes }))).toEqual(
      Array.from({ length: 2 }, () => ({ degraded: false, codes: [] })),
    );
  });

  test('TH-13 are told at boot that each counts for itself when they count in memory', () => {
    expect(admitted(told['memory'])).toBe(60);
    expect(told['memory']?.map(({ codes }) => codes)).toEqual(
      Array.from({ length: 2 }, () => ['E_THROTTLE_PER_PROCESS']),
    );
  });
});

test(
  'a primary that does not count is a store that fails: each worker counts for itself, and says so',
  async () => {
    const { cluster } = (await runFixture('cluster.ts', { FIXTURE_SILENT: 'yes' })) as { cluster: Told[] };
    expect(cluster.map(({ admitted, degraded, codes }) => ({ admitted, degraded, codes }))).toEqual(
      Array.from({ length: 2 }, () => ({ admitted: 30, degraded: true, codes: ['E_THROTTLE_STORE_FAILED'] })),
    );
  },
  patience,
);

test(
  'two applications of one worker get the answers that are theirs, and count together where they have one prefix',
  async () => {
    expect(await runFixture('cluster-pair.ts', {})).toEqual({
      own: { first: [true, true], allowed: true, refused: false },
      shared: { first: [true, false], allowed: true, refused: false },
    });
  },
  patience,
);

test('a cluster of one process counts in its memory', async () => {
  await withLimiter({ config: { store: 'cluster' } }, async ({ limiter }) => {
    const taken = await Promise.all(Array.from({ length: 9 }, () => limiter.attempt('a', limit.perMinute(5))));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(limiter.status).toEqual({ store: 'memory', degraded: false, since: null });
  });
});
