import { defineConfig } from '@taproot/core';
import '@taproot/throttle';

export const throttle = defineConfig('throttle', (env) => ({
  /** Requests are counted for all workers of this machine; with `REDIS_URL`, for all machines. */
  store: env('REDIS_URL', '') === '' ? 'cluster' : 'redis',
}));
