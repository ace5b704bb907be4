import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { expectHeld } from './support/expect-held.ts';
import { codes, type Limited, withLimiter } from './support/limited.ts';
import { watched } from './support/outage.ts';
import { RedisServer } from './support/redis-server.ts';
import { SlowProxy } from './support/slow-proxy.ts';
import { throughOutage } from './support/through-outage.ts';

// The store comes back by attempts that are further and further apart; a busy machine makes each of them slow.
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

describe('an outage of Redis', () => {
  test('TH-11 killed and started again, empty: one window more is admitted at most', async () => {
    expectHeld(
      await withServer((limited) => throughOutage(limited, { fault: () => server.kill(), mend: () => server.start() })),
    );
  });

  test('TH-10 frozen: it accepts and never answers', async () => {
    expectHeld(
      await withServer((limited) =>
        throughOutage(limited, { fault: () => server.freeze(), mend: () => server.thaw() }),
      ),
    );
  });

  test('slow: every answer takes 300 ms', async () => {
    const proxy = await SlowProxy.before(server.port);
    const setDelay = (delay: number) => () => void (proxy.delay = delay);
    try {
      expectHeld(
        await withServer(
          (limited) => throughOutage(limited, { fault: setDelay(300), mend: setDelay(0) }),
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
      () =>
        redis.call(command, ...args);
    await withServer(
      async (limited) => {
        expectHeld(await throughOutage(limited, { fault: send(fault), mend: send(mend) }));
        // The report has the reply, and not that an answer was late.
        expect(codes(limited.reports)).toEqual(['E_THROTTLE_STORE_FAILED']);
        expect(String(limited.reports[0])).toContain(reply);
      },
      server.url,
      2,
    );
  });

  test('TH-11 FLUSHALL in mid-window: one window more, no error, never degraded', async () => {
    // Ten seconds to answer: that a busy machine is no outage is shown elsewhere.
    const seen = await withServer(
      (limited) => throughOutage(limited, { fault: () => redis.flushall(), mend: () => undefined }),
      server.url,
      10,
    );
    expect(seen).toMatchObject({ failed: 0, degraded: false, reports: 0, admitted: 1.5 * watched.points });
  });

  test('SCRIPT FLUSH is no outage at all', async () => {
    const seen = await withServer(
      (limited) => throughOutage(limited, { fault: () => redis.script('FLUSH'), mend: () => undefined }),
      server.url,
      10,
    );
    expect(seen).toMatchObject({ failed: 0, degraded: false, reports: 0, admitted: watched.points });
  });
});
