// The stores of @fastify/rate-limit, which it does not export by name.
import { createRequire } from 'node:module';
import { prefix, windowSeconds } from './limiter.js';

/**
 * @typedef {object} FastifyStore
 * @property {(
 *   key: string,
 *   done: (error: Error | null, result: { current: number } | null) => void,
 *   milliseconds: number,
 *   points: number,
 * ) => void} incr
 */

const require = createRequire(import.meta.url);
/** @type {new (continueExceeding: boolean, backoff: boolean) => FastifyStore} */
const LocalStore = require('@fastify/rate-limit/store/LocalStore.js');
/** @type {new (continueExceeding: boolean, backoff: boolean, redis: unknown, prefix: string) => FastifyStore} */
const RedisStore = require('@fastify/rate-limit/store/RedisStore.js');

/** @returns {import('./limiter.js').Limiter} */
const asLimiter = (/** @type {number} */ points, /** @type {FastifyStore} */ store) => ({
  name: '@fastify/rate-limit',
  // As its plugin calls it.
  take: (key) =>
    new Promise((resolve, reject) => {
      const done = (/** @type {Error | null} */ error, /** @type {{ current: number } | null} */ result) =>
        result === null ? reject(error) : resolve(result.current <= points);
      store.incr(key, done, windowSeconds * 1000, points);
    }),
});

export const fastifyMemory = (/** @type {number} */ points) => asLimiter(points, new LocalStore(false, false));

export const fastifyRedis = (/** @type {number} */ points, /** @type {import('./limiter.js').Redis} */ client) =>
  asLimiter(points, new RedisStore(false, false, client, `${prefix}fastify:${points}:`));
