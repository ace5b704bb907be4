import type { Answer, DriverRoute, Exchange, Middleware, RouteInfo, RouteTable } from '@taproot/core';
import { compose, type Rescue, type Run } from './compose.ts';
import type { Serve } from './deadlines.ts';
import { HttpContext } from './http-context.ts';
import type { Kernel } from './kernel.ts';
import { MiddlewareChains } from './middleware-chains.ts';
import { Preflights } from './preflights.ts';
import { type Build, type RouteRecord, recordRoute } from './route-record.ts';
import { Unmatched } from './unmatched.ts';
import type { Routes } from './watch-steps.ts';
import { withoutDuplicates } from './without-duplicates.ts';

/** What the table is built from. */
export interface TableParts {
  readonly kernel: Kernel;
  readonly registry: Routes;
  readonly globalMiddleware: readonly Middleware[];
  readonly rescue: Rescue;
  /** Tells each route that enters the table. */
  readonly announce: (route: RouteInfo) => void;
  /** Puts the `request` and `response` hooks around a finished chain, if anybody tapped them. */
  readonly wrap: (run: Run) => Run;
  /** Runs a chain with its deadline, and hands its response on. */
  readonly serve: Serve;
}

/** Builds the frozen table: chains composed, exclusions removed, duplicates refused. */
export const buildRouteTable = (parts: TableParts): RouteTable => {
  const { kernel, registry, rescue, wrap, serve, announce } = parts;
  const chains = new MiddlewareChains(parts.globalMiddleware);
  const preflights = new Preflights(parts.globalMiddleware);
  const build: Build = (stack, handler, rawBody) => wrap(compose(stack, handler, rescue, rawBody));
  const { fallback } = registry;
  const records = withoutDuplicates(
    [...registry].map((route) => ({ route, record: recordRoute(route, chains, preflights, build, fallback) })),
  );
  for (const { route, record } of records) {
    preflights.add(record, chains.of(route));
    announce(record.info);
  }
  const unmatched = new Unmatched(build, chains.of(), preflights, fallback);

  return Object.freeze({
    routes: Object.freeze(records.map(({ record }) => record)),
    handle: (route: DriverRoute, exchange: Exchange, answer: Answer) => {
      const matched = route as RouteRecord;
      serve(matched.run, new HttpContext(kernel, exchange, matched), answer);
    },
    miss: (allow: readonly string[], exchange: Exchange, answer: Answer) =>
      serve(unmatched.run(allow), new HttpContext(kernel, exchange, null), answer),
    fault: (error: unknown) => kernel.app.report(error, { where: 'response' }),
  });
};
