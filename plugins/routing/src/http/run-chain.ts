import { type Chain, isPromise, type Middleware, type Next, type Response } from '@taproot/core';
import { turn } from '../body/read-bytes.ts';
import { errors } from '../errors.ts';
import type { HttpContext } from '../request/http-context.ts';
import { discard } from '../response/reply.ts';
import { leaveBody, rescue, settled } from './settled.ts';

type Answered = Response | Promise<Response>;

/**
 * Runs what is left of a chain: the middleware from `at` on, each around all that follow, and the handler in the middle.
 * It never throws and never rejects.
 */
export function runChain(ctx: HttpContext, chain: Chain, at = 0): Answered {
  const middleware = chain.middleware[at];
  return middleware === undefined ? runHandler(ctx, chain) : runMiddleware(ctx, chain, at, middleware);
}

/** What a middleware finds inside of itself. */
interface Inside {
  /** What came of it, as it came; null until `next()` was called. */
  made: Answered | null;
  /** The same as `next()` gave it. */
  given: Promise<Response> | null;
}

function runMiddleware(ctx: HttpContext, chain: Chain, at: number, middleware: Middleware): Answered {
  const inside: Inside = { made: null, given: null };
  const next: Next = () => {
    // Thrown, not rejected with: nobody may wait for a second one, and then nobody would hear of it.
    if (inside.given !== null) throw errors.E_NEXT_TWICE({ signature: middleware.signature() });
    const made = runChain(ctx, chain, at + 1);
    inside.made = made;
    inside.given = isPromise(made) ? made : Promise.resolve(made);
    return inside.given;
  };
  try {
    const outcome: unknown = middleware.handle(ctx, next);
    const { made, given } = inside;
    // Most return what next() gave, and some forget to: nothing can go wrong in it any more, so nothing is put around it.
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

/** What goes wrong in a middleware after `next()` takes the place of the response made inside. */
async function dropMade({ made }: Inside): Promise<void> {
  if (made !== null) discard((await made).body);
}

/** Reads the body, if there is one and the handler does not want it unread, then calls the handler. */
function runHandler(ctx: HttpContext, chain: Chain): Answered {
  if (chain.rawBody) leaveBody(ctx);
  else if (ctx.expectsBody()) return readThenHandle(ctx, chain);
  return handle(ctx, chain);
}

/**
 * Calls the handler so that what it throws becomes its error response there and then: the middleware around it see a
 * response, and their headers reach error replies too. A synchronous handler costs no promise.
 */
function handle(ctx: HttpContext, { handler }: Chain): Answered {
  try {
    const outcome = handler(ctx);
    if (!isPromise(outcome)) return settled(ctx, outcome);
    return outcome.then(
      (late) => settled(ctx, late),
      (error: unknown) => rescue(ctx, error),
    );
  } catch (error) {
    return rescue(ctx, error);
  }
}

// One function that awaits: a chain of then() would make three promises of what it waits for.
async function readThenHandle(ctx: HttpContext, { handler }: Chain): Promise<Response> {
  try {
    await turn;
    const request = ctx.request();
    request.keep(await request.read());
    return settled(ctx, await handler(ctx));
  } catch (error) {
    return rescue(ctx, error);
  }
}
