import { defineConfig } from '@taproot/core';

export const http = defineConfig('http', (env) => ({
  /** The HTTP engine: that of a plugin in bootstrap/plugins.ts. */
  driver: env('HTTP_DRIVER', 'koa'),
  host: env('HOST', '127.0.0.1'),
  port: env('PORT', 3000),
  /** Seconds a handler may take before the client gets 503. */
  request_timeout: 30,
}));
