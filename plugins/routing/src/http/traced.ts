import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Handler, type Middleware, type Next } from '@taproot/core';
import type { RequestEvent } from '@taproot/core/internal';
import { channels, trace } from '@taproot/core/plugin';
import { exchangeOf } from '../exchange/exchange.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import { type SentListener, watchSent } from '../hooks/http-hooks.ts';
import { upgradeOf } from '../server/upgrade.ts';

// Runs the steps of a request while their channels have subscribers. Without subscribers, no request comes here.

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

/** Serves a request and publishes `taproot:request`, which ends when the response ends. Also tells `hook` about the end. */
export const tracedRequest = (
  request: IncomingMessage,
  response: ServerResponse,
  hook: SentListener,
  serve: () => void,
): void => {
  const { start, end, asyncStart, asyncEnd, error: failed } = channels.request;
  const requestId = (): string => exchangeOf(request)?.ctx?.request().id() ?? '';
  const none = { ctx: null, route: null, status: 0, bytes: 0, aborted: false };
  const event: RequestEvent = { request, response, requestId, ...none };
  const call: SentListener['call'] = (sent) => {
    hook.call(sent);
    const { ctx, route, status, bytes, error, aborted } = sent;
    Object.assign(event, { ctx, route, status, bytes, error, aborted });
    // Errors of the client, such as 404, are only in the event.
    if (status >= 500) failed.publish(event);
    if (!isAnswered) asyncStart.publish(event);
    asyncEnd.publish(event);
  };
  let isAnswered = false;
  // For an upgrade, the response is complete when the protocol changes. The connection may end hours later.
  upgradeOf(request)?.onSwitch(() => {
    isAnswered = true;
    const exchange = exchangeOf(request);
    asyncStart.publish(
      Object.assign(event, { ctx: exchange?.ctx ?? null, route: exchange?.route?.info ?? null, status: 101 }),
    );
  });
  watchSent(request, response, { call });
  start.runStores(event, () => {
    serve();
    end.publish(event);
  });
};
