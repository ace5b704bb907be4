import { inspect } from 'node:util';
import type { Duration, Env } from '@taproot/core';
import { durations, type RedisUse, type Settings } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** How a key stands with a limit. */
export interface StoreStanding {
  /** Points that are left in the window. */
  readonly remainingPoints: number;
  /** Milliseconds until the window ends. */
  readonly msBeforeNext: number;
}

/** Counts for one limit. Every limiter of rate-limiter-flexible is one. */
export interface StoreLimiter {
  /** Takes a point. Rejects with the standing when none is left; an `Error` means that the store failed. */
  consume(key: string): Promise<StoreStanding>;
  /** How a key stands; null when it has taken no point. */
  get(key: string): Promise<StoreStanding | null>;
  /** Gives a point back. */
  reward(key: string): Promise<unknown>;
  /** Forgets a key: its next hit starts a new window. */
  delete(key: string): Promise<unknown>;
}

/** Creates the limiter for limits with this number of points and seconds (the `duration` of rate-limiter-flexible). */
export type CustomStore = (quota: {
  readonly points: number;
  readonly seconds: number;
}) => StoreLimiter | Promise<StoreLimiter>;

/** The `throttle` configuration: where requests are counted. */
export interface ThrottleConfig {
  /**
   * `memory` counts in this process, `cluster` for all workers of a Node cluster, `redis` for any number of machines; any
   * other name is a store that a plugin registered with `extend()`, and a function makes limiters of rate-limiter-flexible.
   */
  store: 'memory' | 'redis' | 'cluster' | CustomStore | (string & {});
  /** While the store fails: count in the `memory` of this process, or refuse every limited request with 503 (`closed`). */
  fail: 'memory' | 'closed';
  /** Seconds the store may take to answer; 0.08 by default. */
  timeout: Duration;
  /**
   * Seconds for which a process refuses a key by itself once the store has refused it; 1 by default, 0 asks the store each time. A key that
   * another process clears may be refused for so long.
   */
  local_refusals: Duration;
  /** Seconds a limit's own `response()` may take; 5 by default. */
  response_timeout: Duration;
  /** Adds the fields `RateLimit` and `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers. */
  ietf_headers: boolean;
  /** Settings of the store `memory`. */
  memory: {
    /**
     * The number of keys that are kept, 500,000 by default; each takes about 200 bytes. If there are more, those with
     * the fewest used points are forgotten.
     */
    max_keys: number;
  };
  /**
   * Settings of the store `redis`. The store `cluster` uses only `prefix`. Applications that share a Redis or a
   * primary, but not their counts, need different prefixes.
   */
  redis: RedisUse;
}

declare module '@taproot/core' {
  interface ConfigFiles {
    /** config/throttle.ts: where requests are counted, and what happens while the store fails. */
    throttle: ThrottleConfig;
  }
}

/** The `throttle` configuration as the application reads it: times in seconds. */
export type ThrottleSettings = Settings<ThrottleConfig>;

export const throttleDefaults = (env: Env): ThrottleSettings =>
  durations<ThrottleConfig>(
    {
      store: 'memory',
      fail: 'memory',
      timeout: 0.08,
      local_refusals: 1,
      response_timeout: 5,
      ietf_headers: false,
      memory: { max_keys: 500_000 },
      redis: { connection: null, prefix: `throttle:${env('APP_NAME', 'Taproot')}` },
    },
    'timeout',
    'local_refusals',
    'response_timeout',
  );

/**
 * Checks the values of the settings; their types are already checked.
 * @throws E_THROTTLE_SETTING
 */
export const checkConfig = (config: ThrottleSettings): void => {
  const { fail, timeout, local_refusals, response_timeout, memory } = config;
  const require = (holds: boolean, setting: string, value: unknown, expected: string): void => {
    if (!holds) throw errors.E_THROTTLE_SETTING({ setting, value: inspect(value), hint: '', expected });
  };
  require(['memory', 'closed'].includes(fail), 'fail', fail, '"memory" or "closed"');
  require(timeout > 0, 'timeout', timeout, 'a time above 0');
  require(local_refusals >= 0, 'local_refusals', local_refusals, 'a time of 0 or more');
  require(response_timeout > 0, 'response_timeout', response_timeout, 'a time above 0');
  const whole = Number.isSafeInteger(memory.max_keys) && memory.max_keys > 0;
  require(whole, 'memory.max_keys', memory.max_keys, 'a whole number of keys, 1 or more');
};
