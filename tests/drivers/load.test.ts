import { expect, test } from '@jest/globals';
import { lossesOf } from '../long/shutdowns.ts';
import { shutDown } from '../long/support/shutdown.ts';
import { soak } from '../long/support/soak.ts';
import { Random } from '../support/random.ts';

test.each(['koa', 'fastify'])(
  'told to end with 50 requests in flight, the %s driver answers every one',
  async (driver) => {
    expect(lossesOf(await shutDown(driver, 50, new Random(9)))).toEqual([]);
  },
  60_000,
);

test.each(['koa', 'fastify'])(
  'of 1,000 mixed requests on the %s driver none is lost or wrong, and nothing is kept',
  async (driver) => {
    const { lost, wrong, examples, before, after } = await soak(driver, 1000);
    expect([lost, wrong, examples]).toEqual([0, 0, []]);
    // So few leave the heap still growing; handles do not grow.
    expect(after.descriptors - before.descriptors).toBeLessThanOrEqual(2);
    expect(after.timers - before.timers).toBeLessThanOrEqual(0);
  },
  60_000,
);
