import {
  type DriverRoute,
  type Exchange,
  hasCode,
  type Middleware,
  type Response,
  type RouteInfo,
  type RouteTable,
} from '@taproot/core';
import { errors } from '../errors.ts';
import { describeRoute } from '../router/list-routes.ts';
import { parsePattern, patternShape } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import type { RouteRegistry } from '../router/route-registry.ts';
import { compose, type Rescue, type Run } from './compose.ts';
import { HttpContext, type MatchedRoute } from './http-context.ts';
import type { Kernel } from './kernel.ts';
import { Preflights } from './preflights.ts';

/** A route as it is served: everything decided, nothing to look up. */
interface RouteRecord extends DriverRoute, MatchedRoute {
  readonly run: Run;
}

/** What the table is built from. */
export interface TableParts {
  readonly kernel: Kernel;
  readonly registry: RouteRegistry;
  readonly globalMiddleware: readonly Middleware[];
  readonly rescue: Rescue;
  /** Tells each route that enters the table. */
  readonly announce: (route: RouteInfo) => void;
  /** Puts the `request` and `response` hooks around a finished chain, if anybody tapped them. */
  readonly wrap: (run: Run) => Run;
  /** Runs a chain with its deadline and its end. */
  readonly serve: (run: Run, ctx: HttpContext) => Response | Promise<Response>;
}

/**
 * Builds the frozen table: chains composed, exclusions removed, duplicates refused. A signature runs once in a chain;
 * given twice, the inner one takes the place of the outer, so that a route can override what its group or the
 * application applies.
 */
export const buildRouteTable = (parts: TableParts): RouteTable => {
  const { kernel, registry, globalMiddleware, rescue, wrap, serve, announce } = parts;
  const global = globalMiddleware.map((middleware) => middleware.signature());
  const owners = new Map<string, Middleware>();
  const prepared = new Set<Middleware>();
  const preflights = new Preflights(globalMiddleware);

  const chain = ({ middleware, excluded }: Pick<RouteDefinition, 'middleware' | 'excluded'>): Middleware[] => {
    const steps = new Map<string, Middleware>();
    for (const step of [...globalMiddleware, ...middleware]) {
      const signature = step.signature();
      claim(owners, signature, step);
      if (!prepared.has(step)) step.prepare?.();
      prepared.add(step);
      steps.set(signature, step);
    }
    for (const step of excluded) steps.delete(step.signature());
    return [...steps.values()];
  };

  const fallback = registry.fallback;
  const record = (route: RouteDefinition): RouteRecord => {
    const handler = route.files && fallback !== null ? orElse(route.handler, fallback) : route.handler;
    const steps = chain(route);
    const inner = steps.filter((step) => !global.includes(step.signature()));
    const build = (stack: readonly Middleware[]): Run => wrap(compose(stack, handler, rescue, route.rawBody));
    const run = build(steps);
    return Object.freeze({
      info: describeRoute(route, global),
      methods: route.methods,
      pattern: parsePattern(route.path, route.constraints),
      files: route.files,
      rawBody: route.rawBody,
      run: route.methods.includes('OPTIONS') ? preflights.around(run, (stack) => build([...stack, ...inner])) : run,
    });
  };

  const plain: readonly Middleware[] = chain({ middleware: [], excluded: [] });
  const around = (handler: (ctx: HttpContext) => ReturnType<NonNullable<typeof fallback>>, stack = plain): Run =>
    // Only an author's fallback may want the body.
    wrap(compose(stack, (ctx) => handler(ctx as HttpContext), rescue, handler !== fallback));
  const unknown = fallback ?? (() => Promise.reject(errors.E_ROUTE_NOT_FOUND()));
  // A route of files is no match for OPTIONS, yet preflights ask about it.
  const missing = preflights.around(around(unknown), (stack) => around(unknown, stack));
  // RFC 9110 10.2.1, 15.5.6: both answers name the methods that work here.
  const refused = (allow: string): Run => {
    const build = (stack = plain): Run =>
      around((ctx) => {
        const { method = '' } = ctx.exchange.req;
        if (method === 'OPTIONS') return ctx.response().header('Allow', allow).noContent();
        throw errors.E_METHOD_NOT_ALLOWED({ method, allow }, { headers: { Allow: allow } });
      }, stack);
    return preflights.around(build(), build);
  };
  const refusals = new Map<string, Run>();

  const routes = withoutDuplicates([...registry].map((route) => ({ route, record: record(route) })));
  for (const { route, record } of routes) {
    preflights.add(record, chain(route));
    announce(record.info);
  }

  return Object.freeze({
    routes: Object.freeze(routes.map(({ record }) => record)),
    handle: (route: DriverRoute, exchange: Exchange) => {
      const matched = route as RouteRecord;
      return serve(matched.run, new HttpContext(kernel, exchange, matched));
    },
    fault: (error: unknown) => kernel.app.report(error, { where: 'response' }),
    miss: (allow: readonly string[], exchange: Exchange) => {
      const ctx = new HttpContext(kernel, exchange, null);
      // A path that exists is no unknown one: the fallback is not asked (RT-07).
      if (allow.length === 0) return serve(missing, ctx);
      const methods = allow.join(', ');
      let run = refusals.get(methods);
      if (run === undefined) refusals.set(methods, (run = refused(methods)));
      return serve(run, ctx);
    },
  });
};

const claim = (owners: Map<string, Middleware>, signature: string, step: Middleware): void => {
  const first = owners.get(signature);
  if (first === undefined) owners.set(signature, step);
  else if (first.constructor !== step.constructor || (step.constructor === Object && first.handle !== step.handle))
    throw errors.E_MIDDLEWARE_SIGNATURE({ signature, first: nameOf(first), second: nameOf(step) });
};

const nameOf = (middleware: Middleware): string => middleware.constructor.name || 'object';

/** A route of files hands on what it does not have. */
const orElse =
  (handler: RouteDefinition['handler'], fallback: RouteDefinition['handler']): RouteDefinition['handler'] =>
  async (ctx) => {
    try {
      return await handler(ctx);
    } catch (error) {
      if (hasCode(error, 'E_ROUTE_NOT_FOUND')) return fallback(ctx);
      throw error;
    }
  };

const whereIs = ({ path, place }: RouteDefinition): string => `${path} (${place.toString()})`;

interface Registered {
  readonly route: RouteDefinition;
  readonly record: RouteRecord;
}

/** Refuses two routes of one method and shape, and two of one name; a route of files steps back instead. */
const withoutDuplicates = (routes: readonly Registered[]): Registered[] => {
  const taken = new Map<string, Registered>();
  const names = new Map<string, RouteDefinition>();
  const byClaim = [...routes.filter(({ route }) => !route.files), ...routes.filter(({ route }) => route.files)];
  const kept = byClaim.filter((entry) => {
    const { route, record } = entry;
    const shape = patternShape(record.pattern);
    const rival = route.methods.map((method) => taken.get(`${method} ${shape}`)).find((found) => found !== undefined);
    if (rival !== undefined && route.files && !rival.route.files) return false;
    if (rival !== undefined) {
      const places = { first: rival.route.place.toString(), second: route.place.toString() };
      throw errors.E_ROUTE_DUPLICATE({ method: route.label, path: route.path, ...places });
    }
    for (const method of route.methods) taken.set(`${method} ${shape}`, entry);
    return true;
  });
  for (const { route } of kept) {
    if (route.name === '') continue;
    const first = names.get(route.name);
    if (first !== undefined)
      throw errors.E_ROUTE_NAME_DUPLICATE({ name: route.name, first: whereIs(first), second: whereIs(route) });
    names.set(route.name, route);
  }
  return kept;
};
