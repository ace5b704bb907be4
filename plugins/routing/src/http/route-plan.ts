import type { Handler, Middleware, RouteInfo, RoutePattern } from '@taproot/core';
import { describeRoute } from '../router/list-routes.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import { MiddlewareChains } from './middleware-chains.ts';
import { patternReader } from './pattern-reader.ts';
import type { Routes } from './watch-steps.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** A route with all that can be wrong with it checked, and nothing composed yet. */
export interface PlannedRoute {
  readonly route: RouteDefinition;
  readonly info: RouteInfo;
  readonly pattern: RoutePattern;
  /** What runs around its handler, outermost first. */
  readonly chain: readonly Middleware[];
}

/** What an application serves; a console command that only boots it needs no more. */
export interface RoutePlan {
  readonly routes: readonly PlannedRoute[];
  readonly fallback: Handler | null;
  /** The middleware around every request, as it runs: a signature once. */
  readonly stack: readonly Middleware[];
}

/**
 * Plans the routes: exclusions removed, middleware prepared, and every mistake told. `announce` is told each that is
 * served.
 */
export const planRoutes = (
  routes: Routes,
  globalMiddleware: readonly Middleware[],
  announce: (route: RouteInfo) => void,
): RoutePlan => {
  const chains = new MiddlewareChains(globalMiddleware);
  const patternOf = patternReader();
  const planned = withoutDuplicates(
    [...routes].map((route) => ({
      route,
      chain: chains.of(route),
      info: describeRoute(route, globalMiddleware),
      pattern: patternOf(route),
    })),
  );
  for (const { info } of planned) announce(info);
  return { routes: planned, fallback: routes.fallback, stack: chains.of() };
};
