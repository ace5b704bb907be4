import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { expectHeld } from './support/expect-held.ts';
import { codes, type Limited, withLimiter } from './support/limited.ts';
import { watched, watchOutage } from './support/outage.ts';
import { RedisServer } from './support/redis-server.ts';
import { SlowProxy } from './support/slow-proxy.ts';

// Room for three outages, on a busy machine.
jest.setTimeout(60_000);

let server: RedisServer;
let redis: Redis;

beforeAll(async () => {
  server = await RedisServer.start();
});

beforeEach(async () => {
  redis = new Redis(server.url, { lazyConnect: true });
  await redis.connect();
});

afterEach(() => redis.disconnect());
afterAll(() => server.kill());

/** A limiter of its own on the server, which has nothing counted yet. */
const withServer = async <Result>(
  work: (limited: Limited) => Promise<Result>,
  url = server.url,
  timeout = 0.08,
): Promise<Result> => {
  await redis.flushall();
  return withLimiter(
    {
      url,
      config: { store: 'redis', timeout },
      register: (limiter) => limiter.for('watched', () => watched),
    },
    async (limited) => {
      await limited.app.open();
      return work(limited);
    },
  );
};

const load = { rate: 1000, before: 150, lasts: 250 };
// Once its limit is used up, a key is only read: for writes to fail, there must be points left.
const gentle = { rate: 100, before: 100, lasts: 300 };

describe('an outage of Redis', () => {
  test('TH-11 killed and started again, empty: one window more is admitted at most', async () => {
    const outage = await expectHeld(() =>
      withServer((limited) =>
        watchOutage(limited, { ...load, fault: () => server.kill(), mend: () => server.start() }),
      ),
    );
    expect(outage.refused).toBeGreaterThan(0);
  });

  test('TH-10 frozen: it accepts and never answers', async () => {
    await expectHeld(() =>
      withServer((limited) =>
        watchOutage(limited, { ...load, fault: () => server.freeze(), mend: () => server.thaw() }),
      ),
    );
  });

  test('slow: every answer takes 300 ms', async () => {
    const proxy = await SlowProxy.before(server.port);
    const setDelay = (delay: number) => () => void (proxy.delay = delay);
    try {
      await expectHeld(() =>
        withServer(
          (limited) => watchOutage(limited, { ...load, fault: setDelay(300), mend: setDelay(0) }),
          `redis://127.0.0.1:${proxy.port}`,
        ),
      );
    } finally {
      proxy.close();
    }
  });

  test.each([
    ['OOM', ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']],
    ['READONLY', ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']],
  ])('answering %s to every take', async (reply, fault, mend) => {
    const send =
      ([command = '', ...args]: string[]) =>
      async () =>
        void (await redis.call(command, ...args));
    // What is told is the reply, and not that an answer was late.
    const watch = async (limited: Limited) => {
      const outage = await watchOutage(limited, { ...gentle, fault: send(fault), mend: send(mend) });
      expect(codes(limited.reports)).toEqual(['E_LIMITER_STORE_FAILED']);
      expect(String(limited.reports[0])).toContain(reply);
      return outage;
    };
    await expectHeld(() => withServer(watch, server.url, 2));
  });

  test('TH-11 FLUSHALL in mid-window: one window more, no error, never degraded', async () => {
    // A second to answer: that a busy machine is no outage is shown elsewhere.
    const outage = await withServer(
      (limited) =>
        watchOutage(limited, { ...load, fault: async () => void (await redis.flushall()), mend: () => undefined }),
      server.url,
      1,
    );
    expect(outage).toMatchObject({ failed: 0, degraded: false, reports: 0 });
    expect(outage.admitted).toBeLessThanOrEqual(2 * watched.points);
  });

  test('SCRIPT FLUSH is no outage at all', async () => {
    const outage = await withServer(
      (limited) =>
        watchOutage(limited, { ...load, fault: async () => void (await redis.script('FLUSH')), mend: () => undefined }),
      server.url,
      1,
    );
    expect(outage).toMatchObject({ failed: 0, degraded: false, admitted: watched.points });
  });
});
