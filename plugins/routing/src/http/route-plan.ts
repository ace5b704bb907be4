import { type Chain, type Handler, hasCode, type Middleware, type Route, type RouteInfo } from '@taproot/core';
import { describeRoute } from '../router/list-routes.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import { HttpContext } from './http-context.ts';
import { MiddlewareChains } from './middleware-chains.ts';
import { patternReader } from './pattern-reader.ts';
import { runChain } from './run-chain.ts';
import type { Routes } from './watch-steps.ts';
import { withoutDuplicates } from './without-duplicates.ts';

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
  const { fallback } = routes;
  const parsed = [...routes].map((route) => ({ route, pattern: patternOf(route), middleware: chains.of(route) }));
  const stack = chains.of();
  const planned = withoutDuplicates(parsed).map(({ route, pattern, middleware }): Route => {
    const { methods, files, rawBody } = route;
    const handler = files && fallback !== null ? orFallback(route, middleware, stack, fallback) : route.handler;
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
  return { routes: Object.freeze(planned), fallback, stack };
};

/** The handler of files, with the fallback behind it: that takes what the directory does not have. */
const orFallback = (
  { handler }: RouteDefinition,
  around: readonly Middleware[],
  stack: readonly Middleware[],
  fallback: Handler,
): Handler => {
  // It answers an unknown path, so all of the global middleware is around it, whatever the directory does without.
  const lacking = stack.filter((step) => !around.includes(step));
  const otherwise: Chain = { middleware: lacking, handler: fallback, rawBody: false };
  return async (ctx) => {
    try {
      return await handler(ctx);
    } catch (error) {
      if (ctx instanceof HttpContext && hasCode(error, 'E_ROUTE_NOT_FOUND')) return runChain(ctx, otherwise);
      throw error;
    }
  };
};
