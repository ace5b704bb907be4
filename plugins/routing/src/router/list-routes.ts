import { lazy, type Middleware, type RouteInfo } from '@taproot/core';
import type { AppliedMiddleware } from './applied-middleware.ts';
import { handlerOf } from './handler-name.ts';
import type { RouteDefinition } from './route-definition.ts';
import type { RouteRegistry } from './route-registry.ts';

const labels = ['GET|HEAD', 'HEAD', 'GET', 'POST', 'PUT', 'PUT|PATCH', 'DELETE', 'PATCH', 'OPTIONS', 'ANY'];
const rank = (label: string): number => (labels.indexOf(label) + labels.length + 1) % (labels.length + 1);

/**
 * The middleware that runs for a route, outermost first, by signature: each signature runs once, the inner one in the
 * place of the outer, and exclusion removes a global one.
 */
export const effectiveMiddleware = (
  route: AppliedMiddleware,
  global: readonly Middleware[],
): ReadonlyMap<string, Middleware> => {
  const excluded = new Set(route.excluded.map((step) => step.signature()));
  const kept = global.filter((step) => !excluded.has(step.signature()));
  return new Map([...kept, ...route.middleware].map((step) => [step.signature(), step]));
};

/** A route as `info()`, `getRoutes()` and `ctx.request().info()` tell it. */
export const describeRoute = (route: RouteDefinition, global: readonly Middleware[]): RouteInfo => {
  const running = effectiveMiddleware(route, global);
  const excluded = route.excluded.map((middleware) => middleware.signature());
  const handler = lazy(() => handlerOf(route));
  const labels = lazy(() => Object.freeze([...running].map(([signature, step]) => step.label?.() ?? signature)));
  // Getters: few read these, and reading a stack or a source costs more than all the rest.
  return Object.freeze({
    method: route.label,
    methods: Object.freeze([...route.methods]),
    path: route.path,
    name: route.name,
    get handler() {
      return handler();
    },
    middleware: Object.freeze([...running.keys()]),
    excludedMiddleware: Object.freeze(excluded.filter((signature) => !running.has(signature))),
    get middlewareLabels() {
      return labels();
    },
    get place() {
      return route.place.toString();
    },
  });
};

/** All routes, sorted by path, then by method. */
export const listRoutes = (registry: RouteRegistry, global: readonly Middleware[]): RouteInfo[] =>
  [...registry]
    .map((route) => describeRoute(route, global))
    .toSorted((a, b) => (a.path === b.path ? rank(a.method) - rank(b.method) : a.path < b.path ? -1 : 1));
