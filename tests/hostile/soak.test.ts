import { expect, test } from '@jest/globals';
import { hostileSoak } from './support/hostile-soak.ts';

test.concurrent.each(['koa', 'fastify'])(
  'LC-23 on the %s driver good requests among hostile ones are all answered rightly',
  async (driver) => {
    const soak = await hostileSoak({ driver, baseline: 0.2, seconds: 0.5, rate: 200, seed: 3 });
    expect(soak.faults).toEqual([]);
    expect(soak.good).toBeGreaterThan(10);
    expect(soak.hostile).toBeGreaterThan(1);
  },
  60_000,
);
