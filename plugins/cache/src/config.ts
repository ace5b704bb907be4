import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { durations, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** Where values and locks can be. */
export type StoreName = 'memory' | 'redis' | 'database';

/** The `cache` configuration. */
export interface CacheConfig {
  /**
   * Where values are. `memory` (default) is that of this process: nothing to install, but each process has its own. `redis` and `database`
   * share values among processes.
   */
  store: StoreName;
  /** With the store `redis`: whether each process also keeps values in its memory. Changes reach the others by messages. False by default. */
  two_levels: boolean;
  /** Seconds that a value lives if `put()` gives no time; 3600 by default. */
  ttl: Duration;
  /** Seconds after the end of its life in which a value may still serve, while its maker fails or is slow; 0 by default. */
  grace: Duration;
  /** Seconds for which a caller waits for the maker while there is a value in its grace; 1 by default. */
  grace_timeout: Duration;
  /** The part of its life by which each value ends earlier, at random, so that values do not all end at once; 0.1 by default. */
  jitter: number;
  /** How many values the memory holds; those that were not used for the longest time give way. 10,000 by default. */
  max_items: number;
  /** How many bytes the memory holds; 64 MB by default. */
  max_bytes: number;
  /** Seconds within which Redis or the database must answer; 1 by default. Without an answer, callers go on as if there were no value. */
  store_timeout: Duration;
  /** Seconds for which a store that failed is not asked again; 2 by default. */
  retry: Duration;
  /** The connection and the prefix of every key, for Redis. */
  redis: RedisUse;
  /** Name of one of `database.connections`; null (default) for the default one. */
  connection: string | null;
  /** Where locks and idempotency keys are. Null (default): in Redis if the application says where its server is (`REDIS_URL` or config/redis.ts), else as `store` says; in tests always as `store` says. */
  locks: StoreName | null;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/cache.ts: where values and locks are, and how long they live. */
    cache: CacheConfig;
  }
}

/** Defaults of config/cache.ts. */
export const cacheDefaults = (env: Env): Settings<CacheConfig> =>
  durations<CacheConfig>(
    {
      store: env.oneOf('CACHE_STORE', ['memory', 'redis', 'database'], 'memory'),
      two_levels: false,
      ttl: 3600,
      grace: 0,
      grace_timeout: 1,
      jitter: 0.1,
      max_items: 10_000,
      max_bytes: 64 * 1024 * 1024,
      store_timeout: 1,
      retry: 2,
      redis: { connection: null, prefix: 'cache:' },
      connection: null,
      locks: null,
    },
    'ttl',
    'grace',
    'grace_timeout',
    'store_timeout',
    'retry',
  );

const stores: ReadonlySet<unknown> = new Set(['memory', 'redis', 'database']);

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_CACHE_SETTING
 */
export const checkConfig = (config: Settings<CacheConfig>): void => {
  const expect = (holds: boolean, key: keyof CacheConfig, expected: string): void => {
    if (!holds)
      throw errors.E_CACHE_SETTING({ setting: `cache.${key}`, value: inspect(config[key]), expected, hint: '' });
  };
  expect(stores.has(config.store), 'store', '"memory", "redis" or "database"');
  expect(config.locks === null || stores.has(config.locks), 'locks', '"memory", "redis", "database" or null');
  expect(!config.two_levels || config.store === 'redis', 'two_levels', 'false, unless cache.store is "redis"');
  expect(config.jitter >= 0 && config.jitter < 1, 'jitter', 'a number from 0 to below 1');
  for (const key of ['max_items', 'max_bytes'] as const)
    expect(Number.isSafeInteger(config[key]) && config[key] > 0, key, 'a whole number, 1 or more');
  for (const key of ['ttl', 'store_timeout', 'retry'] as const) expect(config[key] > 0, key, 'a time above 0');
  for (const key of ['grace', 'grace_timeout'] as const) expect(config[key] >= 0, key, 'a time, 0 or more');
};
