import { expect, test } from '@jest/globals';
import { slowCrowd } from './support/slow-crowd.ts';

const MiB = 1024 * 1024;

test.each(['koa', 'fastify'])(
  'on the %s driver a crowd of slow clients is closed in time, costs little, and holds up nobody',
  async (driver) => {
    const http = { headers_timeout: 2, body_rate: { bytes: 240, grace: 2 } };
    const { seconds, good, p50, wrong, unanswered, grown } = await slowCrowd(
      driver,
      { headers: 400, bodies: 100 },
      http,
    );
    expect(wrong).toEqual([]);
    expect(unanswered).toBe(0);
    expect(good).toBeGreaterThan(10);
    // A busy machine may hold up one; the long form has the p99.
    expect(p50).toBeLessThan(100);
    expect(seconds).toBeLessThan(10);
    expect(grown / MiB).toBeLessThan(50);
  },
  30_000,
);
