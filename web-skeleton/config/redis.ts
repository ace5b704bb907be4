import { defineConfig } from '@taproot/core';

/** Connections to Redis, by name. Nothing connects before it is needed; that takes `npm install ioredis`. */
export const redis = defineConfig('redis', (env) => ({
  connections: {
    default: { url: env('REDIS_URL', 'redis://127.0.0.1:6379') },
  },
}));
