import type { Context, Middleware, Next, Response } from '@taproot/core';

/** Tells the browser's network panel how long the application took (W3C Server Timing). */
export class ServerTiming implements Middleware {
  signature(): string {
    return 'server-timing';
  }

  async handle(_ctx: Context, next: Next): Promise<Response> {
    const began = performance.now();
    const response = await next();
    const milliseconds = (performance.now() - began).toFixed(1);
    return response.setHeader('Server-Timing', `app;dur=${milliseconds}`);
  }
}
