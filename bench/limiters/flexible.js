// rate-limiter-flexible by itself, which our stores stand on.
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible';
import { prefix, windowSeconds } from './limiter.js';

/** @returns {import('./limiter.js').Limiter} */
const asLimiter = (/** @type {import('rate-limiter-flexible').RateLimiterAbstract} */ limiter) => ({
  name: 'rate-limiter-flexible',
  take: async (key) => {
    try {
      await limiter.consume(key);
      return true;
    } catch (refused) {
      // A limit that is exceeded rejects with figures, a store that fails with an error.
      if (refused instanceof Error) throw refused;
      return false;
    }
  },
});

export const flexibleMemory = (/** @type {number} */ points) =>
  asLimiter(new RateLimiterMemory({ points, duration: windowSeconds }));

export const flexibleRedis = (/** @type {number} */ points, /** @type {import('./limiter.js').Redis} */ storeClient) =>
  asLimiter(
    new RateLimiterRedis({ storeClient, points, duration: windowSeconds, keyPrefix: `${prefix}flexible:${points}` }),
  );
