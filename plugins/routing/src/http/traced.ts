import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Handler, type Middleware, type Next } from '@taproot/core';
import type { RequestEvent } from '@taproot/core/internal';
import { channels, trace } from '@taproot/core/plugin';
import type { HttpContext } from '../exchange/http-context.ts';
import { type SentListener, watchSent } from '../hooks/http-hooks.ts';

// Steps of a request while its channel has subscribers. Other requests never come here.

/** Calls a handler and publishes `taproot:handler`. */
export const tracedHandler = (ctx: HttpContext, handler: Handler): ReturnType<Handler> =>
  trace(channels.handler, { ctx, route: ctx.route?.info ?? null }, () => handler(ctx));

/** Calls a middleware and publishes `taproot:middleware`. */
export const tracedMiddleware = (
  ctx: HttpContext,
  middleware: Middleware,
  next: Next,
): ReturnType<Middleware['handle']> =>
  trace(channels.middleware, { ctx, signature: middleware.signature() }, () => middleware.handle(ctx, next));

/** Serves a request and publishes `taproot:request`, whose end is that of the response. `hook` hears that end, too. */
export const tracedRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  hook: SentListener,
  serve: () => void,
): void => {
  const { start, end, asyncStart, asyncEnd, error: failed } = channels.request;
  const event: RequestEvent = { request, response, ctx: null, route: null, status: 0, bytes: 0, aborted: false };
  const call: SentListener['call'] = (sent) => {
    hook.call(sent);
    const { ctx, route, status, bytes, error, aborted } = sent;
    Object.assign(event, { ctx, route, status, bytes, error, aborted });
    // Errors of the client, such as 404, are in the event alone.
    if (status >= 500) failed.publish(event);
    asyncStart.publish(event);
    asyncEnd.publish(event);
  };
  watchSent(request, response, { call });
  start.runStores(event, () => {
    serve();
    end.publish(event);
  });
};
