import type { Middleware } from '@taproot/core';
import type { Chain, Route } from '@taproot/core/internal';
import type { RouteInfo, RoutePattern } from '@taproot/core/plugin';
import { bindParameters } from '../pattern/bind-parameters.ts';
import { parsePattern } from '../pattern/parse-pattern.ts';
import { sortRoutes } from '../router/list-routes.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import { describeRoute } from '../router/route-info.ts';
import type { Routes } from '../router/route-registry.ts';
import { MiddlewareChains } from './middleware-chains.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** Parses the patterns of routes. A pattern that several methods share is parsed once: `GET /posts/{id}` and `DELETE /posts/{id}`. */
const patternReader = (): ((route: RouteDefinition) => RoutePattern) => {
  const known = new Map<
    string,
    { readonly constraints: RouteDefinition['constraints']; readonly pattern: RoutePattern }
  >();
  return ({ path, constraints, place }) => {
    const first = known.get(path);
    if (first?.constraints === constraints) return first.pattern;
    const pattern = parsePattern(path, constraints, place);
    known.set(path, { constraints, pattern });
    return pattern;
  };
};

/** The handler for paths without a route. */
export type Fallback = Pick<Chain, 'handler' | 'rawBody'>;

/** The routes and the fallback that an application serves. */
export interface RoutePlan {
  /**
   * Every route in order, as `route:list` shows it. Includes the fallback, and static routes that another route
   * shadows.
   */
  readonly infos: readonly RouteInfo[];
  readonly routes: readonly Route[];
  readonly fallback: Fallback | null;
  /** The middleware around every request. Each signature occurs once. */
  readonly stack: readonly Middleware[];
}

/**
 * Plans the routes: removes excluded middleware, prepares the others, and reports every mistake. Calls `announce` for each
 * served route.
 */
export const planRoutes = (
  routes: Routes,
  globalMiddleware: readonly Middleware[],
  announce: (route: RouteInfo) => void,
): RoutePlan => {
  const chains = new MiddlewareChains(globalMiddleware);
  const patternOf = patternReader();
  const parsed = [...routes].map((route) => {
    const pattern = patternOf(route);
    const info = describeRoute(route, globalMiddleware, () => pattern);
    return { route, pattern, info, middleware: chains.of(route) };
  });
  const planned = withoutDuplicates(parsed).map(({ route, pattern, middleware, info }): Route => {
    const { methods, files, rawBody, handler } = route;
    return Object.freeze({
      info,
      methods,
      pattern,
      files,
      rawBody,
      middleware,
      handler: bindParameters(handler, pattern, route.bindings),
    });
  });
  for (const { info } of planned) announce(info);
  const { fallback } = routes;
  const infos = [
    ...parsed.map(({ info }) => info),
    ...(fallback === null ? [] : [describeRoute(fallback, globalMiddleware)]),
  ];
  return {
    infos: Object.freeze(sortRoutes(infos)),
    routes: Object.freeze(planned),
    fallback: fallback === null ? null : { handler: fallback.handler, rawBody: fallback.rawBody },
    stack: chains.of(),
  };
};
