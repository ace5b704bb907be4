// The stores of express-rate-limit: its own and rate-limit-redis.
import { MemoryStore } from 'express-rate-limit';
import { RedisStore } from 'rate-limit-redis';
import { prefix, windowSeconds } from './limiter.js';

/** @returns {Promise<import('./limiter.js').Limiter>} */
const asLimiter = async (
  /** @type {number} */ points,
  /** @type {MemoryStore | RedisStore} */ store,
  /** @type {string} */ name,
) => {
  // The one option that a store reads.
  await store.init(/** @type {Parameters<MemoryStore['init']>[0]} */ ({ windowMs: windowSeconds * 1000 }));
  return { name, take: async (key) => (await store.increment(key)).totalHits <= points };
};

export const expressMemory = (/** @type {number} */ points) =>
  asLimiter(points, new MemoryStore(), 'express-rate-limit');

export const expressRedis = (/** @type {number} */ points, /** @type {import('./limiter.js').Redis} */ client) => {
  const store = new RedisStore({
    prefix: `${prefix}express:${points}:`,
    sendCommand: (command = '', ...args) =>
      /** @type {Promise<import('rate-limit-redis').RedisReply>} */ (client.call(command, ...args)),
  });
  return asLimiter(points, store, 'express-rate-limit, rate-limit-redis');
};
