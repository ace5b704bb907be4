import { expect, test } from '@jest/globals';
import { MemoryLimiter, WindowTable } from '@taproot/throttle';
import { RateLimiterMemory, RateLimiterQueue, RateLimiterRes, RateLimiterUnion } from 'rate-limiter-flexible';

const limiterOf = (points: number, seconds = 60): MemoryLimiter =>
  new MemoryLimiter(new WindowTable({ maxKeys: 100 }), { points, seconds });

test('is a limiter of rate-limiter-flexible: consume resolves and rejects with its results', async () => {
  const limiter = limiterOf(2);
  await expect(limiter.consume('a')).resolves.toMatchObject({
    remainingPoints: 1,
    consumedPoints: 1,
    isFirstInDuration: true,
  });
  await expect(limiter.consume('a')).resolves.toMatchObject({ remainingPoints: 0, consumedPoints: 2 });
  const refused: unknown = await limiter.consume('a').catch((result: unknown) => result);
  expect(refused).toBeInstanceOf(RateLimiterRes);
  expect(refused).toMatchObject({ remainingPoints: 0, consumedPoints: 3 });
});

test('gets, sets, penalises, rewards, blocks and deletes', async () => {
  const limiter = limiterOf(5);
  await expect(limiter.get('a')).resolves.toBeNull();
  await expect(limiter.set('a', 2, 30)).resolves.toMatchObject({ consumedPoints: 2, remainingPoints: 3 });
  await expect(limiter.penalty('a', 2)).resolves.toMatchObject({ consumedPoints: 4 });
  await expect(limiter.reward('a', 1)).resolves.toMatchObject({ consumedPoints: 3 });
  await limiter.block('a', 10);
  await expect(limiter.consume('a')).rejects.toMatchObject({ remainingPoints: 0 });
  await expect(limiter.delete('a')).resolves.toBe(true);
  await expect(limiter.delete('a')).resolves.toBe(false);
  await expect(limiter.consume('a')).resolves.toMatchObject({ remainingPoints: 4 });
});

test('works inside the wrappers of the package', async () => {
  const queue = new RateLimiterQueue(limiterOf(1), { maxQueueSize: 0 });
  await expect(queue.removeTokens(1, 'a')).resolves.toBe(0);
  const union = new RateLimiterUnion(
    limiterOf(1),
    new RateLimiterMemory({ points: 5, duration: 60, keyPrefix: 'other' }),
  );
  await expect(union.consume('a')).resolves.toBeDefined();
});
