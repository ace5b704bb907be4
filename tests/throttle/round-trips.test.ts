import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { limit, type RateLimiter } from '@taproot/throttle';
import { bootLimiter, hit, type Limited } from './support/limited.ts';
import { RedisServer } from './support/redis-server.ts';
import { hasRedis } from './support/services.ts';

const onRedis = (await hasRedis()) ? describe : describe.skip;

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A way to a Redis that counts the commands of the scripts, and how often the client spoke and then had to wait. */
const countedRedis = async (): Promise<{
  readonly url: string;
  readonly count: { commands: number; trips: number };
}> => {
  const server = await RedisServer.start();
  closing.push(() => server.kill());
  const count = { commands: 0, trips: 0 };
  const proxy = createServer((near) => {
    const far = connect(server.port, '127.0.0.1');
    closing.push(() => near.destroy());
    let speaking = false;
    near.on('data', (chunk: Buffer) => {
      const commands = chunk.toString('latin1').match(/\r\nevalsha\r\n/gi)?.length ?? 0;
      count.commands += commands;
      if (commands > 0 && !speaking) count.trips++;
      speaking = true;
      far.write(chunk);
    });
    far.on('data', (chunk: Buffer) => {
      speaking = false;
      near.write(chunk);
    });
    near.on('close', () => far.destroy());
    near.on('error', () => undefined);
    far.on('error', () => undefined);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  closing.push(() => proxy.close());
  const address = proxy.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy did not open.');
  return { url: `redis://127.0.0.1:${address.port}`, count };
};

const limited = async (url: string, register: (limiter: RateLimiter) => void, more: object = {}): Promise<Limited> => {
  const config = { store: 'redis', timeout: 10, redis: { prefix: 'trips' }, ...more } as const;
  const booted = await bootLimiter({ register, url, config });
  closing.push(() => booted.app.close());
  await booted.app.open();
  return booted;
};

onRedis('requests to Redis', () => {
  test('three limits of a request are one round trip', async () => {
    const { url, count } = await countedRedis();
    const { limiter } = await limited(url, (limiter) =>
      limiter.forWithLimits('api', () => [limit.perSecond(100), limit.perMinute(100), limit.perHour(100)]),
    );
    const throttle = limiter.throttle('api');
    // The first one sends the script.
    await hit(throttle);
    Object.assign(count, { commands: 0, trips: 0 });
    for (let request = 0; request < 10; request++) expect((await hit(throttle)).status).toBe(200);
    expect(count).toEqual({ commands: 30, trips: 10 });
  });

  test('a request that one limit refuses costs no point of the others, before and behind it', async () => {
    const { url } = await countedRedis();
    const [first, second, third] = [limit.perMinute(100), limit.perMinute(2), limit.perHour(100)];
    const { limiter } = await limited(url, (limiter) => limiter.forWithLimits('api', () => [first, second, third]), {
      local_refusals: 0,
    });
    const throttle = limiter.throttle('api');
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => hit(throttle)));
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(2);
    const roomy = await limited(url, (limiter) => limiter.forWithLimits('api', () => [first, limit.none(), third]));
    const { headers } = await hit(roomy.limiter.throttle('api'));
    // Two requests passed before this one.
    expect(headers['X-RateLimit-Remaining']).toBe(97);
  });

  test.each([
    { what: 'one limit', limits: [limit.perHour(1)] },
    { what: 'the last of three limits', limits: [limit.perMinute(50), limit.perDay(50), limit.perHour(1)] },
  ])('a client that is refused by $what, and goes on, is refused without Redis', async ({ limits }) => {
    const { url, count } = await countedRedis();
    const register = (limiter: RateLimiter) => limiter.forWithLimits('api', () => limits);
    const { limiter } = await limited(url, register, { local_refusals: 60 });
    const throttle = limiter.throttle('api');
    expect((await hit(throttle)).status).toBe(200);
    const refused = await hit(throttle);
    expect(refused.status).toBe(429);
    Object.assign(count, { commands: 0, trips: 0 });
    for (let request = 0; request < 100; request++) {
      const { status, headers } = await hit(throttle);
      expect(status).toBe(429);
      expect(headers['Retry-After']).toBeGreaterThan(3590);
    }
    expect(count.commands).toBe(0);
  });

  test('a key that this process clears is not refused any more', async () => {
    const { url } = await countedRedis();
    const { limiter } = await limited(url, () => undefined, { local_refusals: 60 });
    const one = limit.perMinute(1);
    expect(await limiter.attempt('ada', one)).toBe(true);
    expect(await limiter.attempt('ada', one)).toBe(false);
    expect(await limiter.attempt('ada', one)).toBe(false);
    await limiter.clear('ada', one);
    expect(await limiter.attempt('ada', one)).toBe(true);
  });
});
