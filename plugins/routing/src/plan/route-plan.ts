import type { Handler, Middleware, Route, RouteInfo, RoutePattern } from '@taproot/core';
import { describeRoute } from '../router/list-routes.ts';
import { parsePattern } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import { MiddlewareChains } from './middleware-chains.ts';
import type { Routes } from './watch-steps.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** Parses the patterns of routes, those that several methods share once: `GET /posts/{id}` and `DELETE /posts/{id}`. */
const patternReader = (): ((route: RouteDefinition) => RoutePattern) => {
  const known = new Map<
    string,
    { readonly constraints: RouteDefinition['constraints']; readonly pattern: RoutePattern }
  >();
  return ({ path, constraints }) => {
    const first = known.get(path);
    if (first?.constraints === constraints) return first.pattern;
    const pattern = parsePattern(path, constraints);
    known.set(path, { constraints, pattern });
    return pattern;
  };
};

/** What an application serves. */
export interface RoutePlan {
  readonly routes: readonly Route[];
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
  const parsed = [...routes].map((route) => ({ route, pattern: patternOf(route), middleware: chains.of(route) }));
  const planned = withoutDuplicates(parsed).map(({ route, pattern, middleware }): Route => {
    const { methods, files, rawBody, handler } = route;
    return Object.freeze({
      info: describeRoute(route, globalMiddleware),
      methods,
      pattern,
      files,
      rawBody,
      middleware,
      handler,
    });
  });
  for (const { info } of planned) announce(info);
  return { routes: Object.freeze(planned), fallback: routes.fallback, stack: chains.of() };
};
