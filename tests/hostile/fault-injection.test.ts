import { expect, test } from '@jest/globals';
import { howMany } from '../drivers/support/how-many.ts';
import { injectFaults } from './support/fault-injection.ts';

test.each(['koa', 'fastify'])(
  'on the %s driver every fault is reported once, the process stays, and good requests are answered',
  async (driver) => {
    const times = howMany(20, 1000);
    const { wrong, good } = await injectFaults(driver, times);
    expect(wrong).toEqual([]);
    expect(good).toBeGreaterThanOrEqual(times * 10);
  },
  120_000,
);
