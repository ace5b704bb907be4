import { expect, test } from '@jest/globals';
import { slowCrowd } from './support/slow-crowd.ts';

const MiB = 1024 * 1024;

test.concurrent.each(['koa', 'fastify'])(
  'on the %s driver a crowd of slow clients is closed in time, costs little, and holds up nobody',
  async (driver) => {
    const http = { headers_timeout: 1, body_rate: { bytes: 240, grace: 1 } };
    const { good, wrong, unanswered, grown } = await slowCrowd(driver, { headers: 20, bodies: 5 }, http);
    expect(wrong).toEqual([]);
    expect(unanswered).toBe(0);
    expect(good).toBeGreaterThan(10);
    // How fast is up to `slow-clients` of tests/long.
    expect(grown / MiB).toBeLessThan(50);
  },
  30_000,
);
