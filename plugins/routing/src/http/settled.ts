import { fromWeb, type Middleware, type Response } from '@taproot/core';
import { isResponse, isWebResponse } from '@taproot/core/plugin';
import { Abort } from '../request/abort.ts';
import type { HttpContext } from '../request/http-context.ts';
import { isPlain } from '../response/is-plain.ts';
import { Reply } from '../response/reply.ts';
import { resultFault } from './handler-fault.ts';

/** Marks the body as unread for good: there is a response already, so later readers of the input must not wait for it. */
export function leaveBody(ctx: HttpContext): void {
  const { method } = ctx.exchange.req;
  if (method !== 'GET' && method !== 'HEAD') ctx.request().leaveBody();
}

/** Turns what a handler or a middleware threw into its response. */
export function rescue(ctx: HttpContext, error: unknown): Response | Promise<Response> {
  leaveBody(ctx);
  return error instanceof Abort ? error.response : (ctx.aborted ?? ctx.http.errors.respond(error, ctx));
}

/**
 * Picks the response: of `abort()`, otherwise the returned one, otherwise the staged one. Data that a handler returned
 * is sent as JSON. Any other value is `E_HANDLER_RESULT`. Never throws.
 */
export function settled(
  ctx: HttpContext,
  outcome: unknown,
  middleware: Middleware | null = null,
): Response | Promise<Response> {
  if (ctx.aborted !== null) return ctx.aborted;
  if (outcome === undefined || outcome === null) return ctx.settle();
  try {
    if (outcome instanceof Reply || isResponse(outcome)) return outcome;
    if (isWebResponse(outcome)) return fromWeb(ctx, outcome);
    if (middleware === null && typeof outcome === 'object' && isPlain(outcome)) return ctx.response().returned(outcome);
    return ctx.http.errors.respond(resultFault(ctx, outcome, middleware), ctx);
  } catch (error) {
    // A Web response whose body was read, data that is no JSON, a getter or a Proxy that throws.
    return ctx.http.errors.respond(error, ctx);
  }
}
