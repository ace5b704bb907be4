import { expect, test } from '@jest/globals';
import { limit, type RateLimiter } from '@taproot/throttle';
import { faultOf, hit, withLimiter } from './support/limited.ts';

const five = limit.perMinute(5);

test('attempt() takes a point while there is one', async () => {
  await withLimiter({}, async ({ limiter }) => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => limiter.attempt('login:ada', five)));
    expect(taken.filter(Boolean)).toHaveLength(5);
    expect(await limiter.attempt('login:bob', five)).toBe(true);
  });
});

test('attempt() runs the work it is given while there is a point', async () => {
  await withLimiter({}, async ({ limiter }) => {
    let runs = 0;
    const results = [];
    for (let time = 0; time < 7; time++)
      results.push(await limiter.attempt('mail', five, async () => `sent ${++runs}`));
    expect(results).toEqual(['sent 1', 'sent 2', 'sent 3', 'sent 4', 'sent 5', false, false]);
  });
});

test('what is left can be read without taking, and is forgotten by clear()', async () => {
  await withLimiter({}, async ({ limiter }) => {
    expect(await limiter.remaining('a', five)).toBe(5);
    expect(await limiter.availableIn('a', five)).toBe(0);
    for (let time = 0; time < 5; time++) await limiter.attempt('a', five);
    expect(await limiter.remaining('a', five)).toBe(0);
    expect(await limiter.tooManyAttempts('a', five)).toBe(true);
    expect(await limiter.availableIn('a', five)).toBe(60);
    await limiter.clear('a', five);
    expect(await limiter.tooManyAttempts('a', five)).toBe(false);
    expect(await limiter.remaining('a', five)).toBe(5);
  });
});

test('no limit has no end, and a limit of 0 no beginning', async () => {
  await withLimiter({}, async ({ limiter }) => {
    expect(await limiter.attempt('a', limit.none())).toBe(true);
    expect(await limiter.remaining('a', limit.none())).toBe(Number.POSITIVE_INFINITY);
    expect(await limiter.availableIn('a', limit.none())).toBe(0);
    await limiter.clear('a', limit.none());
    const nothing = limit.perHour(0);
    expect(await limiter.attempt('a', nothing)).toBe(false);
    expect(await limiter.tooManyAttempts('a', nothing)).toBe(true);
    expect(await limiter.availableIn('a', nothing)).toBe(3600);
  });
});

test('a key by hand is apart from those of named limiters, and never empty', async () => {
  const register = (limiter: RateLimiter) => limiter.for('api', () => limit.perMinute(5).by('ada'));
  await withLimiter({ register }, async ({ limiter }) => {
    for (let time = 0; time < 5; time++) await limiter.attempt('ada', five);
    expect((await hit(limiter.throttle('api'))).headers['X-RateLimit-Remaining']).toBe(4);
    expect((await faultOf(() => limiter.attempt('', five))).code).toBe('E_LIMIT_KEY');
  });
});
