import { type Handler, hasCode, type Middleware } from '@taproot/core';
import { type Chain, type Route } from '@taproot/core/plugin';
import type { RoutePlan } from '../plan/route-plan.ts';
import { HttpContext } from '../request/http-context.ts';
import { runChain } from './run-chain.ts';

/** The same plan, with the fallback behind each route of files: it takes what the directory does not have. */
export const withFallback = (plan: RoutePlan): RoutePlan => {
  const { routes, fallback, stack } = plan;
  if (fallback === null) return plan;
  const behind = routes.map((route) => (route.files ? orFallback(route, fallback, stack) : route));
  return { ...plan, routes: Object.freeze(behind) };
};

const orFallback = (route: Route, fallback: Handler, stack: readonly Middleware[]): Route => {
  // It answers an unknown path, so all of the global middleware is around it, whatever the directory does without.
  const lacking = stack.filter((step) => !route.middleware.includes(step));
  const otherwise: Chain = { middleware: lacking, handler: fallback, rawBody: false };
  const handler: Handler = async (ctx) => {
    try {
      return await route.handler(ctx);
    } catch (error) {
      if (ctx instanceof HttpContext && hasCode(error, 'E_ROUTE_NOT_FOUND')) return runChain(ctx, otherwise);
      throw error;
    }
  };
  return Object.freeze({ ...route, handler });
};
