import { fromWeb, type Middleware, type Next, type Response } from '@taproot/core';
import { type Chain, isResponse, isWebResponse } from '@taproot/core/internal';
import { channels, isPromise } from '@taproot/core/plugin';
import { turn } from '../body/read-bytes.ts';
import { errors } from '../errors.ts';
import { Abort, type HttpContext } from '../exchange/http-context.ts';
import { Reply } from '../exchange/reply.ts';
import type { HttpHooks } from '../hooks/http-hooks.ts';
import { discard } from '../response/body-streams.ts';
import { isPlain } from '../response/is-plain.ts';
import { resultFault } from './handler-fault.ts';
import { tracedHandler, tracedMiddleware } from './traced.ts';

/** Marks the body as never read. There is a response already, so later readers of the input must not wait for the body. */
function leaveBody(ctx: HttpContext): void {
  const { method } = ctx.exchange.req;
  if (method !== 'GET' && method !== 'HEAD') ctx.request().leaveBody();
}

/** Turns an error of a handler or middleware into its response. */
function rescue(ctx: HttpContext, error: unknown): Response | Promise<Response> {
  leaveBody(ctx);
  return error instanceof Abort ? error.response : (ctx.aborted ?? ctx.site.errors.respond(error, ctx));
}

/**
 * Chooses the response: that of `abort()`, otherwise the returned one, otherwise the last one that was made. Data that a handler returned
 * is sent as JSON. Any other value is `E_HANDLER_RESULT`. Never throws.
 */
function settled(
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
    return ctx.site.errors.respond(resultFault(ctx, outcome, middleware), ctx);
  } catch (error) {
    // For example a Web response whose body was read, data that JSON cannot hold, or a getter that throws.
    return ctx.site.errors.respond(error, ctx);
  }
}

type Answered = Response | Promise<Response>;

/**
 * Runs the middleware of a chain from index `at` on, each around those that follow, and the handler at the end. Never
 * throws and never rejects: an error becomes its response.
 */
export function runChain(ctx: HttpContext, chain: Chain, at = 0): Answered {
  const middleware = chain.middleware[at];
  return middleware === undefined ? runHandler(ctx, chain) : runMiddleware(ctx, chain, at, middleware);
}

/** The outcome of `next()` for one middleware. */
interface Inside {
  /** The inner result, perhaps a promise; null until `next()` was called. */
  made: Answered | null;
  /** The promise that `next()` returned. */
  given: Promise<Response> | null;
}

function runMiddleware(ctx: HttpContext, chain: Chain, at: number, middleware: Middleware): Answered {
  const inside: Inside = { made: null, given: null };
  const next: Next = () => {
    // Throws instead of rejecting, because a caller that ignores the second promise would never see the error.
    if (inside.given !== null) throw errors.E_NEXT_TWICE({ signature: middleware.signature() });
    const made = runChain(ctx, chain, at + 1);
    inside.made = made;
    inside.given = isPromise(made) ? made : Promise.resolve(made);
    return inside.given;
  };
  try {
    const outcome: unknown = channels.middleware.hasSubscribers
      ? tracedMiddleware(ctx, middleware, next)
      : middleware.handle(ctx, next);
    const { made, given } = inside;
    // Most middleware return the promise of next(), and some forget to. Either way the inner result is final.
    if (made !== null && (outcome === given || outcome === undefined)) return ctx.aborted ?? made;
    if (!isPromise(outcome)) {
      if (made === null) leaveBody(ctx);
      return settled(ctx, outcome, middleware);
    }
    return outcome.then(
      (late) => {
        if (inside.made === null) leaveBody(ctx);
        return late ? settled(ctx, late, middleware) : (ctx.aborted ?? inside.made ?? ctx.settle());
      },
      (error: unknown) => {
        void dropMade(inside);
        return rescue(ctx, error);
      },
    );
  } catch (error) {
    void dropMade(inside);
    return rescue(ctx, error);
  }
}

/** Closes the inner response when a middleware fails after `next()`: the error response replaces it. */
async function dropMade({ made }: Inside): Promise<void> {
  if (made !== null) discard((await made).body);
}

/** Reads the body, unless the route leaves it unread, then calls the handler. */
function runHandler(ctx: HttpContext, chain: Chain): Answered {
  if (chain.rawBody) leaveBody(ctx);
  else if (ctx.expectsBody()) return readThenHandle(ctx, chain);
  return handle(ctx, chain);
}

/**
 * Calls the handler. An error becomes its response here, so that middleware always see a response and can add headers to
 * it. A synchronous handler costs no promise.
 */
function handle(ctx: HttpContext, { handler }: Chain): Answered {
  try {
    const outcome = channels.handler.hasSubscribers ? tracedHandler(ctx, handler) : handler(ctx);
    if (!isPromise(outcome)) return settled(ctx, outcome);
    // The then() of another thenable may return anything, so this converts it; a promise stays unchanged.
    return Promise.resolve(outcome).then(
      (late) => settled(ctx, late),
      (error: unknown) => rescue(ctx, error),
    );
  } catch (error) {
    return rescue(ctx, error);
  }
}

// An async function, because a chain of then() would create three more promises.
async function readThenHandle(ctx: HttpContext, { handler }: Chain): Promise<Response> {
  try {
    await turn;
    const request = ctx.request();
    const body = request.read();
    request.useBody(isPromise(body) ? await body : body);
    return settled(ctx, await (channels.handler.hasSubscribers ? tracedHandler(ctx, handler) : handler(ctx)));
  } catch (error) {
    return rescue(ctx, error);
  }
}

/** Runs a chain between the hooks `http.request` and `http.response`. */
export async function runHooked(hooks: HttpHooks, ctx: HttpContext, chain: Chain): Promise<Response> {
  const made = hooks.request.isUsed() ? await asked(hooks, ctx, chain) : await runChain(ctx, chain);
  if (!hooks.response.isUsed()) return made;
  try {
    return await hooks.response.promise(made, ctx);
  } catch (error) {
    ctx.site.app.report(error, { where: 'http.response', requestId: ctx.request().id() });
    return made;
  }
}

async function asked(hooks: HttpHooks, ctx: HttpContext, chain: Chain): Promise<Response> {
  try {
    return (await hooks.request.promise(ctx)) ?? (await runChain(ctx, chain));
  } catch (error) {
    return ctx.site.errors.respond(error, ctx);
  }
}
