import type { Handler, Middleware, Next, Response } from '@taproot/core';
import { errors } from '../errors.ts';
import { isPromise } from '../is-promise.ts';
import { Abort } from './abort.ts';
import type { HttpContext } from './http-context.ts';

/** A finished chain: it never throws and never rejects. */
export type Run = (ctx: HttpContext) => Response | Promise<Response>;

/** Turns an error into its response. */
export type Rescue = (error: unknown, ctx: HttpContext) => Response | Promise<Response>;

// oxlint-disable-next-line typescript/no-invalid-void-type -- what handlers return
type Outcome = Response | void | undefined;

const rescued = (error: unknown, ctx: HttpContext, rescue: Rescue): Response | Promise<Response> =>
  error instanceof Abort ? error.response : (ctx.aborted ?? rescue(error, ctx));

/** A returned response wins over a staged one, and `abort()` over both. */
const settled = (outcome: Outcome, ctx: HttpContext): Response => ctx.aborted ?? outcome ?? ctx.settle();

/**
 * Runs a step so that what it throws becomes its error response there and then: the middleware around it see a
 * response, and their headers reach error replies too. A synchronous step costs no promise.
 */
const guarded = (step: (ctx: HttpContext) => Outcome | Promise<Outcome>, rescue: Rescue): Run => {
  return (ctx) => {
    try {
      const outcome = step(ctx);
      if (!isPromise(outcome)) return settled(outcome, ctx);
      return outcome.then(
        (late) => settled(late, ctx),
        (error: unknown) => rescued(error, ctx, rescue),
      );
    } catch (error) {
      return rescued(error, ctx, rescue);
    }
  };
};

/** The innermost step: reads the body, if there is one, then calls the handler. */
const innermost = (handler: Handler, rawBody: boolean): ((ctx: HttpContext) => Outcome | Promise<Outcome>) => {
  if (rawBody) return handler;
  return (ctx) => {
    const { method } = ctx.exchange.req;
    if (method === 'GET' || method === 'HEAD' || !ctx.request().expectsBody()) return handler(ctx);
    return ctx
      .request()
      .read()
      .then(() => handler(ctx));
  };
};

const around = (middleware: Middleware, inner: Run, rescue: Rescue): Run => {
  return guarded((ctx) => {
    let inside: Promise<Response> | null = null;
    const next: Next = () => {
      if (inside !== null) return Promise.reject(errors.E_NEXT_TWICE({ signature: middleware.signature() }));
      inside = Promise.resolve(inner(ctx));
      return inside;
    };
    const outcome: Outcome | Promise<Outcome> = middleware.handle(ctx, next);
    // A middleware that forgets to return what next() gave it still answers with it.
    return isPromise(outcome)
      ? outcome.then((response) => response ?? inside ?? undefined)
      : (outcome ?? inside ?? undefined);
  }, rescue);
};

/** Composes a chain once, at freeze: the first middleware is the outermost. */
export const compose = (middleware: readonly Middleware[], handler: Handler, rescue: Rescue, rawBody = false): Run => {
  let run = guarded(innermost(handler, rawBody), rescue);
  for (const step of middleware.toReversed()) run = around(step, run, rescue);
  return run;
};
