import { expect, test } from '@jest/globals';
import { howMany } from '../drivers/support/how-many.ts';
import { hostileSoak } from './support/hostile-soak.ts';

test.each(['koa', 'fastify'])(
  'LC-23 on the %s driver good requests among hostile ones are all answered rightly',
  async (driver) => {
    const seconds = howMany(5, 60);
    const soak = await hostileSoak({ driver, baseline: 1, seconds, rate: 100, seed: 3 });
    expect(soak.faults).toEqual([]);
    expect(soak.good).toBeGreaterThan(seconds * 10);
    expect(soak.hostile).toBeGreaterThan(seconds);
  },
  180_000,
);
