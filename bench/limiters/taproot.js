import { createFacades, setup } from '@taproot/core';
import { redis } from '@taproot/redis';
import { limit, memoryLimiter, throttle } from '@taproot/throttle';
import { prefix, windowSeconds } from './limiter.js';

/** @typedef {Partial<import('@taproot/throttle').ThrottleConfig>} ThrottleConfig */

/** @typedef {import('./limiter.js').Redis} Redis */

const boot = (/** @type {ThrottleConfig} */ config, /** @type {Redis | null} */ client) =>
  setup(createFacades(), { basePath: new URL('.', import.meta.url) })
    .withPlugins([redis(), throttle()])
    .withConfig({
      throttle: config,
      redis: { connections: { default: client === null ? {} : { client: () => client } } },
    })
    .create();

/** @returns {Promise<import('./limiter.js').Limiter>} */
const attempts = async (
  /** @type {number} */ points,
  /** @type {ThrottleConfig} */ config,
  /** @type {Redis | null} */ client = null,
) => {
  const app = await boot(config, client);
  await app.open();
  const limiter = app.facades.RateLimiter();
  const allowed = limit.perSeconds(windowSeconds, points);
  return { name: 'Taproot', take: (key) => limiter.attempt(key, allowed) };
};

/** As an application counts by hand: `facades.RateLimiter().attempt()`. */
export const taprootMemory = (/** @type {number} */ points) => attempts(points, { store: 'memory' });

export const taprootRedis = (/** @type {number} */ points, /** @type {Redis} */ client) =>
  attempts(
    points,
    {
      store: 'redis',
      fail: 'closed',
      // A run that keeps both cores busy must not be taken for a Redis that is down.
      timeout: 5,
      redis: { prefix: `${prefix}taproot:${points}`, connection: null },
    },
    client,
  );

/** The counter below it, synchronous, as the middleware takes it. @returns {import('./limiter.js').Limiter} */
export const taprootCounter = (/** @type {number} */ points) => {
  const counter = memoryLimiter({ points, seconds: windowSeconds });
  return { name: 'Taproot, counter', take: (key) => counter.take(key).allowed };
};
