import { defineConfig } from '@taproot/core';
import '@taproot/broadcast';

export const broadcast = defineConfig('broadcast', (env) => ({
  /** Live tickets reach the clients of this process; with `REDIS_URL`, those of all processes. */
  store: env('REDIS_URL', '') === '' ? 'memory' : 'redis',
}));
