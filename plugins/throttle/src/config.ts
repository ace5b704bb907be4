import { type Env } from '@taproot/core';
import { durations, type RedisUse, type Seconds } from '@taproot/core/plugin';
import type { CustomStore } from './store/store-contract.ts';

/** The `limiter` configuration: where requests are counted. */
export interface LimiterConfig {
  /**
   * `memory` counts in this process, `cluster` for all workers of a Node cluster, `redis` for any number of machines; any
   * other name is a store that a plugin registered with `extend()`, and a function makes limiters of rate-limiter-flexible.
   */
  store: 'memory' | 'redis' | 'cluster' | CustomStore | (string & {});
  /** While the store fails: count in the `memory` of this process, or refuse every limited request with 503 (`closed`). */
  fail: 'memory' | 'closed';
  /** Seconds the store may take to answer; 0.08 by default. */
  timeout: Seconds;
  /** Seconds a limit's own `response()` may take; 5 by default. */
  response_timeout: Seconds;
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
    /** config/limiter.ts: where requests are counted, and what happens while the store fails. */
    limiter: LimiterConfig;
  }
}

export const limiterDefaults = (env: Env): LimiterConfig =>
  durations<LimiterConfig>(
    {
      store: 'memory',
      fail: 'memory',
      timeout: 0.08,
      response_timeout: 5,
      ietf_headers: false,
      memory: { max_keys: 500_000 },
      redis: { connection: null, prefix: `throttle:${env('APP_NAME', 'Taproot')}` },
    },
    'timeout',
    'response_timeout',
  );
