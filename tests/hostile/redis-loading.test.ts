import { expect, test } from '@jest/globals';
import { ErrorProxy } from '../throttle/support/error-proxy.ts';
import { expectHeld } from '../throttle/support/expect-held.ts';
import { bootLimiter, codes } from '../throttle/support/limited.ts';
import { type Outage, watched, watchOutage } from '../throttle/support/outage.ts';
import { RedisServer } from '../throttle/support/redis-server.ts';
import { hasRedis } from '../throttle/support/services.ts';

const whenRedis = (await hasRedis()) ? test : test.skip;

/** An outage of a Redis that gives every command this error meanwhile. */
const outageOf = async (reply: string): Promise<Outage> => {
  const server = await RedisServer.start();
  const proxy = await ErrorProxy.before(server.port);
  // What is told here is the reply: on a busy machine the store could be too late for the default before it comes.
  const redis = { url: `redis://127.0.0.1:${proxy.port}`, prefix: 'loading' };
  const config = { store: 'redis', timeout: 2, redis } as const;
  const limited = await bootLimiter({ config, register: (limiter) => limiter.for('watched', () => watched) });
  try {
    await limited.app.open();
    const outage = await watchOutage(limited, {
      rate: 100,
      before: 300,
      lasts: 700,
      fault: () => void (proxy.reply = reply),
      mend: () => void (proxy.reply = ''),
    });
    expect(codes(limited.reports)).toEqual(['E_LIMITER_STORE_FAILED']);
    expect(String(limited.reports[0])).toContain(reply.split(' ')[0]);
    return outage;
  } finally {
    await limited.app.close();
    proxy.close();
    await server.kill();
  }
};

whenRedis.each(['LOADING Redis is loading the dataset in memory', 'BUSY Redis is busy running a script'])(
  'TH-09 a Redis that answers "%s" is stood in for, told once, and used again as soon as it is ready',
  (reply) => expectHeld(() => outageOf(reply)),
  60_000,
);
