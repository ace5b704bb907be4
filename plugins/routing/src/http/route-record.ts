import { type DriverRoute, type Handler, hasCode, type Middleware } from '@taproot/core';
import type { Run } from './compose.ts';
import type { MatchedRoute } from './http-context.ts';
import type { Preflights } from './preflights.ts';
import type { PlannedRoute } from './route-plan.ts';

/** A route as it is served: everything decided, nothing to look up. */
export interface RouteRecord extends DriverRoute, MatchedRoute {
  readonly run: Run;
}

/** Composes a handler and the middleware around it. */
export type Build = (stack: readonly Middleware[], handler: Handler, rawBody: boolean) => Run;

/** Makes the records of routes; `fallback` takes what a route of files does not have. */
export const routeRecorder = (
  global: readonly Middleware[],
  preflights: Preflights,
  build: Build,
  fallback: Handler | null,
): ((planned: PlannedRoute) => RouteRecord) => {
  const signatures = new Set(global.map((step) => step.signature()));
  return ({ route, info, pattern, chain }) => {
    const { methods, files, rawBody } = route;
    const handler = files && fallback !== null ? orElse(route.handler, fallback) : route.handler;
    const run = build(chain, handler, rawBody);
    const asked = (stack: readonly Middleware[]): Run => {
      const inner = chain.filter((step) => !signatures.has(step.signature()));
      return build([...stack, ...inner], handler, rawBody);
    };
    return Object.freeze({
      info,
      methods,
      pattern,
      files,
      rawBody,
      run: methods.includes('OPTIONS') ? preflights.around(run, asked) : run,
    });
  };
};

const orElse =
  (handler: Handler, fallback: Handler): Handler =>
  async (ctx) => {
    try {
      return await handler(ctx);
    } catch (error) {
      if (hasCode(error, 'E_ROUTE_NOT_FOUND')) return fallback(ctx);
      throw error;
    }
  };
