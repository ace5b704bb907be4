import { type DriverRoute, type Handler, hasCode, type Middleware } from '@taproot/core';
import { describeRoute } from '../router/list-routes.ts';
import { parsePattern } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import type { Run } from './compose.ts';
import type { MatchedRoute } from './http-context.ts';
import type { MiddlewareChains } from './middleware-chains.ts';
import type { Preflights } from './preflights.ts';

/** A route as it is served: everything decided, nothing to look up. */
export interface RouteRecord extends DriverRoute, MatchedRoute {
  readonly run: Run;
}

/** Composes a handler and the middleware around it. */
export type Build = (stack: readonly Middleware[], handler: Handler, rawBody: boolean) => Run;

/** Makes the record of a route; `fallback` takes what a route of files does not have. */
export const recordRoute = (
  route: RouteDefinition,
  chains: MiddlewareChains,
  preflights: Preflights,
  build: Build,
  fallback: Handler | null,
): RouteRecord => {
  const handler = route.files && fallback !== null ? orElse(route.handler, fallback) : route.handler;
  const global = chains.global.map((step) => step.signature());
  const chain = chains.of(route);
  const inner = chain.filter((step) => !global.includes(step.signature()));
  const run = build(chain, handler, route.rawBody);
  const asked = (stack: readonly Middleware[]): Run => build([...stack, ...inner], handler, route.rawBody);
  return Object.freeze({
    info: describeRoute(route, global),
    methods: route.methods,
    pattern: parsePattern(route.path, route.constraints),
    files: route.files,
    rawBody: route.rawBody,
    run: route.methods.includes('OPTIONS') ? preflights.around(run, asked) : run,
  });
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
