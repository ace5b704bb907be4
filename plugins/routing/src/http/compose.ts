import {
  fromWeb,
  type Handler,
  isPromise,
  isWebResponse,
  type Middleware,
  type Next,
  type Response,
} from '@taproot/core';
import { turn } from '../body/read-bytes.ts';
import { errors } from '../errors.ts';
import { nounOf } from '../router/noun-of.ts';
import { Abort } from './abort.ts';
import { discard } from './discard.ts';
import { handlerOf } from './handler-of.ts';
import type { HttpContext } from './http-context.ts';

/** A finished chain: it never throws and never rejects. */
export type Run = (ctx: HttpContext) => Response | Promise<Response>;

/** Turns an error into its response. */
export type Rescue = (error: unknown, ctx: HttpContext) => Response | Promise<Response>;

// oxlint-disable-next-line typescript/no-invalid-void-type -- what handlers return
type Outcome = Response | globalThis.Response | void | undefined;

/** Called when there is an answer though the body was not read: whoever looks at the input now is not to read it first. */
const leaveBody = (ctx: HttpContext): void => {
  const { method } = ctx.exchange.req;
  if (method !== 'GET' && method !== 'HEAD') ctx.request().leaveBody();
};

const rescued = (error: unknown, ctx: HttpContext, rescue: Rescue): Response | Promise<Response> => {
  leaveBody(ctx);
  return error instanceof Abort ? error.response : (ctx.aborted ?? rescue(error, ctx));
};

/** A returned response wins over a staged one, and `abort()` over both; what is no response is a mistake to be told. */
const settled = (
  outcome: Outcome,
  ctx: HttpContext,
  rescue: Rescue,
  middleware: Middleware | null = null,
): Response | Promise<Response> => {
  if (ctx.aborted !== null) return ctx.aborted;
  if (outcome === undefined || outcome === null) return ctx.settle();
  if (isOurs(outcome)) return outcome;
  if (isWebResponse(outcome)) return converted(outcome, ctx, rescue);
  // Types refuse it, but not everybody runs them first.
  const source = middleware === null ? handlerOf(ctx) : `The middleware "${middleware.signature()}"`;
  return rescue(errors.E_HANDLER_RESULT({ source, actual: actualOf(outcome, ctx) }), ctx);
};

// Asked by `in`: in development a context refuses to be read for members that it does not have.
const isOurs = (outcome: unknown): outcome is Response => 'setHeader' in Object(outcome);

const actualOf = (outcome: unknown, ctx: HttpContext): string => {
  if (outcome === ctx) return 'ctx';
  if (outcome === ctx.request()) return 'ctx.request()';
  return outcome === ctx.response() ? 'ctx.response()' : nounOf(outcome);
};

/** A body that was read already, or a status of 0, is an error to be answered like any other. */
const converted = (web: globalThis.Response, ctx: HttpContext, rescue: Rescue): Response | Promise<Response> => {
  try {
    return fromWeb(ctx, web);
  } catch (error) {
    return rescue(error, ctx);
  }
};

/**
 * Runs the handler so that what it throws becomes its error response there and then: the middleware around it see a
 * response, and their headers reach error replies too. A synchronous handler costs no promise.
 */
const guarded = (handler: Handler, rescue: Rescue): Run => {
  return (ctx) => {
    try {
      const outcome = handler(ctx);
      if (!isPromise(outcome)) return settled(outcome, ctx, rescue);
      return outcome.then(
        (late) => settled(late, ctx, rescue),
        (error: unknown) => rescued(error, ctx, rescue),
      );
    } catch (error) {
      return rescued(error, ctx, rescue);
    }
  };
};

/** The innermost step: reads the body, if there is one, then calls the handler. */
const innermost = (handler: Handler, rescue: Rescue, rawBody: boolean): Run => {
  const run = guarded(handler, rescue);
  if (rawBody)
    return (ctx) => {
      leaveBody(ctx);
      return run(ctx);
    };
  // One function that awaits: a chain of then() would make three promises of what it waits for.
  const afterBody = async (ctx: HttpContext): Promise<Response> => {
    try {
      await turn;
      const request = ctx.request();
      request.keep(await request.read());
      return settled(await handler(ctx), ctx, rescue);
    } catch (error) {
      return rescued(error, ctx, rescue);
    }
  };
  return (ctx) => {
    const { method } = ctx.exchange.req;
    return method === 'GET' || method === 'HEAD' || !ctx.request().expectsBody() ? run(ctx) : afterBody(ctx);
  };
};

/** What a middleware finds inside of itself. */
interface Inside {
  /** What came of it, as it came; null until `next()` was called. */
  made: Response | Promise<Response> | null;
  /** The same as `next()` gave it. */
  given: Promise<Response> | null;
}

/** What goes wrong in a middleware after `next()` takes the place of the response made inside. */
const replaced = async ({ made }: Inside): Promise<void> => {
  if (made !== null) discard((await made).body);
};

const around = (middleware: Middleware, inner: Run, rescue: Rescue): Run => {
  return (ctx) => {
    const inside: Inside = { made: null, given: null };
    const next: Next = () => {
      // Thrown, not rejected with: nobody may wait for a second one, and then nobody would hear of it.
      if (inside.given !== null) throw errors.E_NEXT_TWICE({ signature: middleware.signature() });
      const made = inner(ctx);
      inside.made = made;
      inside.given = isPromise(made) ? made : Promise.resolve(made);
      return inside.given;
    };
    try {
      const outcome: Outcome | Promise<Outcome> = middleware.handle(ctx, next);
      const { made, given } = inside;
      // Most return what next() gave, and some forget to: nothing can go wrong in it any more, so nothing is put around it.
      if (made !== null && (outcome === given || outcome === undefined)) return ctx.aborted ?? made;
      if (!isPromise(outcome)) {
        if (made === null) leaveBody(ctx);
        return settled(outcome, ctx, rescue, middleware);
      }
      return outcome.then(
        (late) => {
          if (inside.made === null) leaveBody(ctx);
          return late ? settled(late, ctx, rescue, middleware) : (ctx.aborted ?? inside.made ?? ctx.settle());
        },
        (error: unknown) => {
          void replaced(inside);
          return rescued(error, ctx, rescue);
        },
      );
    } catch (error) {
      void replaced(inside);
      return rescued(error, ctx, rescue);
    }
  };
};

/** Composes a chain once, at freeze: the first middleware is the outermost. */
export const compose = (middleware: readonly Middleware[], handler: Handler, rescue: Rescue, rawBody = false): Run => {
  let run = innermost(handler, rescue, rawBody);
  for (const step of middleware.toReversed()) run = around(step, run, rescue);
  return run;
};
