import { expect, test } from '@jest/globals';
import { faultsOf } from '../long/shutdowns.ts';
import { shutDown } from '../long/support/shutdown.ts';
import { Random } from '../support/random.ts';

test.each(['koa', 'fastify'])(
  'told to end with 100 requests in flight, the %s driver answers every one',
  async (driver) => {
    expect(faultsOf(await shutDown(driver, 100, new Random(9)))).toEqual([]);
  },
  60_000,
);
