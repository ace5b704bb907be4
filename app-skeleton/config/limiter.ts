import { defineConfig } from '@taproot/core';

/** Where requests are counted. */
export const limiter = defineConfig('limiter', (env) => ({
  /** `memory` counts in this process; `redis` for all machines, once `npm install ioredis` has been run. */
  store: env('LIMITER_STORE', 'memory') === 'redis' ? 'redis' : 'memory',
  /** While the store fails: count in `memory`, or refuse (`closed`). */
  fail: 'memory',
}));
