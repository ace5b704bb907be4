import { expect, test } from '@jest/globals';
import { fuzzBodies } from './support/fuzz-bodies.ts';
import { HostileApplication } from './wire/application.ts';

test.each(['koa', 'fastify'])(
  'on the %s driver mutated bodies are read or refused, never 500, and leave nothing behind',
  async (driver) => {
    const application = await HostileApplication.open(driver, { config: { http: { keep_alive_timeout: 60 } } });
    try {
      const { faults, statuses } = await fuzzBodies(application, 100, 13);
      expect(faults).toEqual([]);
      for (const status of [200, 400, 422]) expect(statuses[status]).toBeGreaterThan(0);
    } finally {
      await application.close();
    }
  },
  60_000,
);
