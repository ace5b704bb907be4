import type { Answer, DriverRoute, Exchange, RouteTable } from '@taproot/core';
import { compose, type Rescue, type Run } from './compose.ts';
import type { Serve } from './deadlines.ts';
import type { Kernel } from './kernel.ts';
import { Preflights } from './preflights.ts';
import type { RoutePlan } from './route-plan.ts';
import { type Build, type RouteRecord, routeRecorder } from './route-record.ts';
import { Unmatched } from './unmatched.ts';

/** What the table is built from. */
export interface TableParts {
  readonly kernel: Kernel;
  readonly plan: RoutePlan;
  readonly rescue: Rescue;
  /** Puts the `request` and `response` hooks around a finished chain, if anybody tapped them. */
  readonly wrap: (run: Run) => Run;
  /** Runs a chain with its deadline, and hands its response on. */
  readonly serve: Serve;
}

/** Builds the frozen table: every chain composed. */
export const buildRouteTable = ({ kernel, plan, rescue, wrap, serve }: TableParts): RouteTable => {
  const { stack, fallback } = plan;
  const preflights = new Preflights(stack);
  for (const { route, pattern, chain } of plan.routes) preflights.add({ pattern, methods: route.methods }, chain);
  const within: Build = (steps, handler, rawBody) => compose(steps, handler, rescue, rawBody);
  const build: Build = (steps, handler, rawBody) => wrap(within(steps, handler, rawBody));
  const record = routeRecorder({ stack, preflights, build, within, fallback });
  const unmatched = new Unmatched(build, stack, preflights, fallback);

  return Object.freeze({
    routes: Object.freeze(plan.routes.map(record)),
    handle: (route: DriverRoute, exchange: Exchange, answer: Answer) => {
      const matched = route as RouteRecord;
      serve(matched.run, new kernel.Context(kernel, exchange, matched), answer);
    },
    miss: (allow: readonly string[], exchange: Exchange, answer: Answer) =>
      serve(unmatched.run(allow), new kernel.Context(kernel, exchange, null), answer),
    fault: (error: unknown) => kernel.app.report(error, { where: 'response' }),
  });
};
