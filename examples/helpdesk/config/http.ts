import { defineConfig } from '@taproot/core';

export const http = defineConfig('http', (env) => ({
  /** The HTTP engine. A plugin in bootstrap/plugins.ts must bring it. */
  driver: env('HTTP_DRIVER', 'koa'),
  host: env('HOST', '127.0.0.1'),
  port: env('PORT', 3000),
  /** Seconds a handler may take before the client gets 503. */
  request_timeout: 30,
  upload: { max_body: 4 * 1024 * 1024 },
}));
