import type { Context, Middleware, Next, Response } from '@taproot/core';
import type { MiddlewareDescription } from '@taproot/core/plugin';

/** Names each response: `X-Request-Id` has the id that the lines of the request have. */
export class LogMiddleware implements Middleware {
  signature(): string {
    return 'log';
  }

  describe(): MiddlewareDescription {
    return {
      responseHeaders: [{ name: 'X-Request-Id', description: 'Names the request in the log', required: true }],
    };
  }

  handle(ctx: Context, next: Next): Promise<Response> {
    const request = ctx.request();
    // Node forgets the address of a connection that has closed, unless it was asked for before.
    request.ip();
    ctx.response().header('X-Request-Id', request.id());
    return next();
  }
}
