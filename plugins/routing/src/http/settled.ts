import { fromWeb, isWebResponse, type Middleware, type Response } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpContext } from '../request/http-context.ts';
import { nounOf } from '../router/handler-name.ts';

/** Thrown by `ctx.request().abort()` to leave the handler. Carries the response. */
export class Abort {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}

/** Names the handler of a request in an error: `The handler of GET /posts/{id} at routes/api.ts:12`. */
export const handlerOf = ({ route }: HttpContext): string => {
  if (route === null) return 'The fallback';
  const { method, path, place } = route.info;
  return `The handler of ${method} ${path}${place === '' ? '' : ` at ${place}`}`;
};

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

/** Picks the response: that of `abort()`, else the returned one, else the staged one. Any other value is `E_HANDLER_RESULT`. */
export function settled(
  ctx: HttpContext,
  outcome: unknown,
  middleware: Middleware | null = null,
): Response | Promise<Response> {
  if (ctx.aborted !== null) return ctx.aborted;
  if (outcome === undefined || outcome === null) return ctx.settle();
  if (isOurs(outcome)) return outcome;
  if (isWebResponse(outcome)) return converted(ctx, outcome);
  // The compiler refuses it, but JavaScript does not.
  const source = middleware === null ? handlerOf(ctx) : `The middleware "${middleware.signature()}"`;
  return ctx.http.errors.respond(errors.E_HANDLER_RESULT({ source, actual: actualOf(outcome, ctx) }), ctx);
}

// Uses `in`: in development, reading an unknown member of a context throws.
const isOurs = (outcome: unknown): outcome is Response => 'setHeader' in Object(outcome);

const actualOf = (outcome: unknown, ctx: HttpContext): string => {
  if (outcome === ctx) return 'ctx';
  if (outcome === ctx.request()) return 'ctx.request()';
  return outcome === ctx.response() ? 'ctx.response()' : nounOf(outcome);
};

/** Converts a Web response. One whose body was read, or whose status is 0, becomes an error response. */
function converted(ctx: HttpContext, web: globalThis.Response): Response | Promise<Response> {
  try {
    return fromWeb(ctx, web);
  } catch (error) {
    return ctx.http.errors.respond(error, ctx);
  }
}
