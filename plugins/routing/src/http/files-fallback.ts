import { type Handler, hasCode, type Middleware } from '@taproot/core';
import type { Chain, Route } from '@taproot/core/internal';
import { HttpContext } from '../exchange/http-context.ts';
import { patternParameters, patternShapes } from '../pattern/parse-pattern.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { runChain } from './run-chain.ts';

/**
 * Adds a fallback to each static route, for paths that its directory does not have: a route with the same pattern, such as `/{path*}`
 * beside `static('/')`, otherwise the general fallback.
 */
export const withFallback = (plan: RoutePlan): RoutePlan => {
  const { routes, fallback, stack } = plan;
  const behind = routes.map((route) => {
    if (!route.files) return route;
    const rivals = routes.filter((other) => !other.files && isSame(other, route));
    if (rivals.length > 0) return orRoute(route, rivals);
    return fallback === null ? route : orElse(route, () => ({ ...fallback, middleware: lacking(route, stack) }));
  });
  return { ...plan, routes: Object.freeze(behind) };
};

const isSame = (one: Route, other: Route): boolean =>
  String(patternShapes(one.pattern)) === String(patternShapes(other.pattern));

/** The middleware of the fallback that does not already run around the directory. */
const lacking = (route: Route, middleware: readonly Middleware[]): Middleware[] =>
  middleware.filter((step) => !route.middleware.includes(step));

const orElse = (route: Route, next: (ctx: HttpContext) => Chain | null): Route => {
  const handler: Handler = async (ctx) => {
    try {
      return await route.handler(ctx);
    } catch (error) {
      const chain = ctx instanceof HttpContext && hasCode(error, 'E_ROUTE_NOT_FOUND') ? next(ctx) : null;
      if (ctx instanceof HttpContext && chain !== null) return runChain(ctx, chain);
      throw error;
    }
  };
  return Object.freeze({ ...route, handler });
};

const orRoute = (route: Route, rivals: readonly Route[]): Route =>
  orElse(route, (ctx) => {
    const rival = rivals.find(({ methods }) => methods.includes(ctx.request().method()));
    if (rival === undefined) return null;
    hand(ctx, route, rival);
    return { ...rival, middleware: lacking(route, rival.middleware) };
  });

/** Makes `to` the route of a request, with its name and its parameter names. */
const hand = (ctx: HttpContext, from: Route, to: Route): void => {
  const { exchange } = ctx;
  const names = patternParameters(to.pattern).map(({ name }) => name);
  const params = Object.create(null) as Record<string, string>;
  for (const [at, { name }] of patternParameters(from.pattern).entries()) {
    const value = exchange.params[name];
    if (value !== undefined) params[names[at] ?? name] = value;
  }
  exchange.params = params;
  exchange.route = to;
  ctx.route = to;
};
