import { defineConfig } from '@taproot/core';

/** Where requests are counted. */
export const throttle = defineConfig('throttle', (env) => ({
  /** In this process; with `REDIS_URL` for all machines, once `npm install ioredis` has been run. Each test for itself. */
  store: env('REDIS_URL', '') === '' || env('APP_ENV', '') === 'testing' ? 'memory' : 'redis',
  /** While the store fails: count in `memory`, or refuse (`closed`). */
  fail: 'memory',
}));
