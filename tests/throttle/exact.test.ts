import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { concurrencies, isExact, limits, registerRuns, runOnce } from './support/exact.ts';
import { bootLimiter, type Limited } from './support/limited.ts';
import { Processes } from './support/processes.ts';
import { RedisServer } from './support/redis-server.ts';

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
