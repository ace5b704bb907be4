import { defineConfig } from '@taproot/core';

const storeOf = (environment: string, redis: string) => {
  if (environment === 'testing') return 'memory';
  return redis === '' ? 'database' : 'redis';
};

/** Where processes agree on who runs what. */
export const schedule = defineConfig('schedule', (env) => ({
  /** With `REDIS_URL` in Redis, once `npm install ioredis` has been run. Each test for itself. */
  store: storeOf(env('APP_ENV', ''), env('REDIS_URL', '')),
}));
