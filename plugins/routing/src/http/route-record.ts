import { type DriverRoute, type Handler, hasCode, type Middleware } from '@taproot/core';
import type { Run } from './compose.ts';
import { HttpContext, type MatchedRoute } from './http-context.ts';
import type { Preflights } from './preflights.ts';
import type { PlannedRoute } from './route-plan.ts';

/** A route as it is served: everything decided, nothing to look up. */
export interface RouteRecord extends DriverRoute, MatchedRoute {
  readonly run: Run;
}

/** Composes a handler and the middleware around it. */
export type Build = (stack: readonly Middleware[], handler: Handler, rawBody: boolean) => Run;

/** What records are made with. */
export interface RecordParts {
  /** The global middleware as it runs: a signature once. */
  readonly stack: readonly Middleware[];
  readonly preflights: Preflights;
  readonly build: Build;
  /** Composes what runs within a chain that was built: the hooks are around it already. */
  readonly within: Build;
  readonly fallback: Handler | null;
}

/** Makes the records of routes; the fallback takes what a route of files does not have. */
export const routeRecorder = (parts: RecordParts): ((planned: PlannedRoute) => RouteRecord) => {
  const { stack, preflights, build, within, fallback } = parts;
  const orFallback = (handler: Handler, chain: readonly Middleware[]): Handler => {
    if (fallback === null) return handler;
    // It answers an unknown path, so all of the global middleware is around it, whatever the directory does without.
    const lacking = stack.filter((step) => !chain.includes(step));
    return orElse(handler, within(lacking, fallback, false));
  };
  return ({ route, info, pattern, chain }) => {
    const { methods, files, rawBody } = route;
    const handler = files ? orFallback(route.handler, chain) : route.handler;
    const around = (steps: readonly Middleware[]): Run => build(steps, handler, rawBody);
    const run = methods.includes('OPTIONS') ? preflights.around(chain, around) : around(chain);
    return Object.freeze({ info, methods, pattern, files, rawBody, run });
  };
};

const orElse =
  (handler: Handler, otherwise: Run): Handler =>
  async (ctx) => {
    try {
      return await handler(ctx);
    } catch (error) {
      if (ctx instanceof HttpContext && hasCode(error, 'E_ROUTE_NOT_FOUND')) return otherwise(ctx);
      throw error;
    }
  };
