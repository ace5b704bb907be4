import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { concurrencies, isExact, limits, registerRuns, runOnce } from './support/exact.ts';
import { withLimiter } from './support/limited.ts';
import { Processes } from './support/processes.ts';
import { RedisServer } from './support/redis-server.ts';

const matrix = limits.flatMap((points) => concurrencies.map((concurrency) => ({ points, concurrency })));

describe('TH-02 exactly the limit is admitted', () => {
  test.each(matrix)('in memory: $points points, $concurrency at a time, 5 times', async ({ points, concurrency }) => {
    await withLimiter({ register: registerRuns }, async ({ limiter }) => {
      for (let time = 0; time < 5; time++) {
        const run = { points, concurrency, key: String(time) };
        expect(isExact(run, await runOnce(limiter, run))).toBe(true);
      }
    });
  });

  describe('on a Redis', () => {
    let server: RedisServer;

    beforeAll(async () => {
      server = await RedisServer.start();
    });

    afterAll(() => server.kill());

    test.each(matrix)('by one process: $points points, $concurrency at a time', async ({ points, concurrency }) => {
      const config = { store: 'redis', timeout: 10, redis: { url: server.url, prefix: 'one' } } as const;
      await withLimiter({ config, register: registerRuns }, async ({ app, limiter, reports }) => {
        await app.open();
        const run = { points, concurrency, key: `${points}/${concurrency}` };
        expect(isExact(run, await runOnce(limiter, run))).toBe(true);
        expect(reports).toEqual([]);
      });
    });

    test('TH-13 by four processes at once', async () => {
      const processes = await Processes.start(4, server.url, 'four');
      try {
        for (const { points, concurrency } of matrix.filter(({ concurrency }) => concurrency <= 200)) {
          const run = { points, concurrency, key: `${points}/${concurrency}` };
          expect({ run, exact: isExact(run, await processes.run(run)) }).toEqual({ run, exact: true });
        }
      } finally {
        await processes.stop();
      }
    }, 60_000);
  });
});
