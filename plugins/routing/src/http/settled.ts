import { fromWeb, isWebResponse, type Middleware, type Response } from '@taproot/core';
import { errors } from '../errors.ts';
import type { HttpContext } from '../request/http-context.ts';
import { nounOf } from '../router/handler-name.ts';

/** Thrown by `ctx.request().abort()`: no error, but the way out. Carries what is answered. */
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

/** Called when there is an answer though the body was not read: whoever looks at the input now is not to read it first. */
export function leaveBody(ctx: HttpContext): void {
  const { method } = ctx.exchange.req;
  if (method !== 'GET' && method !== 'HEAD') ctx.request().leaveBody();
}

/** The response to what a handler or a middleware threw. */
export function rescue(ctx: HttpContext, error: unknown): Response | Promise<Response> {
  leaveBody(ctx);
  return error instanceof Abort ? error.response : (ctx.aborted ?? ctx.http.errors.respond(error, ctx));
}

/** A returned response wins over a staged one, and `abort()` over both; what is no response is a mistake to be told. */
export function settled(
  ctx: HttpContext,
  outcome: unknown,
  middleware: Middleware | null = null,
): Response | Promise<Response> {
  if (ctx.aborted !== null) return ctx.aborted;
  if (outcome === undefined || outcome === null) return ctx.settle();
  if (isOurs(outcome)) return outcome;
  if (isWebResponse(outcome)) return converted(ctx, outcome);
  // Types refuse it, but not everybody runs them first.
  const source = middleware === null ? handlerOf(ctx) : `The middleware "${middleware.signature()}"`;
  return ctx.http.errors.respond(errors.E_HANDLER_RESULT({ source, actual: actualOf(outcome, ctx) }), ctx);
}

// Asked by `in`: in development a context refuses to be read for members that it does not have.
const isOurs = (outcome: unknown): outcome is Response => 'setHeader' in Object(outcome);

const actualOf = (outcome: unknown, ctx: HttpContext): string => {
  if (outcome === ctx) return 'ctx';
  if (outcome === ctx.request()) return 'ctx.request()';
  return outcome === ctx.response() ? 'ctx.response()' : nounOf(outcome);
};

/** A body that was read already, or a status of 0, is an error to be answered like any other. */
function converted(ctx: HttpContext, web: globalThis.Response): Response | Promise<Response> {
  try {
    return fromWeb(ctx, web);
  } catch (error) {
    return ctx.http.errors.respond(error, ctx);
  }
}
