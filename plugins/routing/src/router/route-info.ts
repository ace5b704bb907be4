import type { Middleware } from '@taproot/core';
import { frozenCopy, type PathParameter } from '@taproot/core/internal';
import { lazy, type RouteInfo, type RoutePattern } from '@taproot/core/plugin';
import { handlerOf } from '../handler/handler-name.ts';
import { boundNames } from '../pattern/bind-parameters.ts';
import { parsePattern, pathParameters } from '../pattern/parse-pattern.ts';
import type { AppliedMiddleware } from './applied-middleware.ts';
import type { RouteDefinition } from './route-definition.ts';

/**
 * The middleware that runs for a route, outermost first. Each signature runs once: the inner middleware replaces the outer one. Excluded
 * global middleware does not run.
 */
const effectiveMiddleware = (
  route: AppliedMiddleware,
  global: readonly Middleware[],
): ReadonlyMap<string, Middleware> => {
  const excluded = new Set(route.excluded.map((step) => step.signature()));
  const kept = global.filter((step) => !excluded.has(step.signature()));
  return new Map([...kept, ...route.middleware].map((step) => [step.signature(), step]));
};

/** The description of a route for `info()`, `getRoutes()` and `ctx.request().info()`. */
export const describeRoute = (
  route: RouteDefinition,
  global: readonly Middleware[],
  pattern: () => RoutePattern = () => parsePattern(route.path, route.constraints, route.place),
): RouteInfo => {
  const running = effectiveMiddleware(route, global);
  const excluded = route.excluded.map((middleware) => middleware.signature());
  const handler = lazy(() => handlerOf(route));
  const labels = lazy(() => Object.freeze([...running].map(([signature, step]) => step.label?.() ?? signature)));
  const parameters = lazy((): readonly PathParameter[] => pathParameters(pattern()));
  const bindings = lazy(() => Object.freeze(boundNames(pattern(), route.bindings)));
  const descriptions = lazy(() =>
    Object.freeze(
      [...running.values()].map((step) =>
        frozenCopy(step.describe === undefined ? null : (step.describe(whole) ?? {})),
      ),
    ),
  );
  // Getters, because few callers read these, and reading a stack or a source costs more than all the rest.
  const info: Omit<RouteInfo, Hidden> = {
    method: route.label,
    methods: Object.freeze([...route.methods]),
    path: route.path,
    name: route.name,
    kind: route.kind,
    ...(route.redirect === null ? {} : { redirect: Object.freeze({ ...route.redirect }) }),
    get parameters() {
      return parameters();
    },
    get bindings() {
      return bindings();
    },
    get handler() {
      return handler();
    },
    controller: route.controller,
    middleware: Object.freeze([...running.keys()]),
    excludedMiddleware: Object.freeze(excluded.filter((signature) => !running.has(signature))),
    get middlewareLabels() {
      return labels();
    },
    get middlewareDescriptions() {
      return descriptions();
    },
    meta: route.meta,
    get place() {
      return route.place.toString();
    },
  };
  const whole = Object.freeze(withHidden(info, route));
  return whole;
};

/** Members for tools of the server alone. */
type Hidden = 'source' | 'socket';

/** Adds members that loops and JSON leave out: absolute paths of the server, and schemas that are objects of libraries. */
const withHidden = (info: Omit<RouteInfo, Hidden>, { place, socket }: RouteDefinition): RouteInfo =>
  Object.defineProperties(info, {
    source: { get: () => place.frame },
    ...(socket === null ? {} : { socket: { get: socket } }),
  }) as RouteInfo;

const ofMethods = new WeakMap<RouteInfo, Map<string, RouteInfo>>();

/** The description of the same route with the method of a request. Made once for each method. */
export const infoOfMethod = (info: RouteInfo, method: string): RouteInfo => {
  const known = ofMethods.get(info) ?? new Map<string, RouteInfo>();
  ofMethods.set(info, known);
  let made = known.get(method);
  if (made === undefined) {
    // Copies descriptors, so that the getters are not called.
    const members = { ...Object.getOwnPropertyDescriptors(info), method: { value: method, enumerable: true } };
    made = Object.freeze(Object.create(Object.prototype, members) as RouteInfo);
    known.set(method, made);
  }
  return made;
};
