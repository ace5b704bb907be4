import { defineConfig } from '@taproot/core';

/** Where values, locks and idempotency keys are kept. `CACHE_STORE` chooses for values alone. */
export const cache = defineConfig('cache', (env) => ({
  /** In this process; with `REDIS_URL` for all machines, once `npm install ioredis` has been run. Each test for itself. */
  locks: env('REDIS_URL', '') === '' || env('APP_ENV', '') === 'testing' ? 'memory' : 'redis',
}));
