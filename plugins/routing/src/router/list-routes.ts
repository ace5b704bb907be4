import type { RouteInfo } from '@taproot/core';
import type { AppliedMiddleware } from './applied-middleware.ts';
import type { RouteDefinition } from './route-definition.ts';
import type { RouteRegistry } from './route-registry.ts';

const labels = ['GET|HEAD', 'HEAD', 'GET', 'POST', 'PUT', 'PUT|PATCH', 'DELETE', 'PATCH', 'OPTIONS', 'ANY'];
const rank = (label: string): number => (labels.indexOf(label) + labels.length + 1) % (labels.length + 1);

/** The signatures that run for a route, outermost first: a signature runs once, and exclusion removes a global one. */
export const effectiveSignatures = (route: AppliedMiddleware, global: readonly string[]): string[] => {
  const excluded = new Set(route.excluded.map((middleware) => middleware.signature()));
  const kept = global.filter((signature) => !excluded.has(signature));
  return [...new Set([...kept, ...route.middleware.map((middleware) => middleware.signature())])];
};

/** A route as `info()`, `getRoutes()` and `ctx.request().info()` tell it. */
export const describeRoute = (route: RouteDefinition, global: readonly string[]): RouteInfo => {
  const running = effectiveSignatures(route, global);
  const excluded = route.excluded.map((middleware) => middleware.signature());
  return Object.freeze({
    method: route.label,
    methods: Object.freeze([...route.methods]),
    path: route.path,
    name: route.name,
    handler: route.handlerName,
    middleware: Object.freeze(running),
    excludedMiddleware: Object.freeze(excluded.filter((signature) => !running.includes(signature))),
    // Read by few, and reading a stack costs more than all the rest of this.
    get place() {
      return route.place.toString();
    },
  });
};

/** All routes, sorted by path, then by method. */
export const listRoutes = (registry: RouteRegistry, global: readonly string[]): RouteInfo[] =>
  [...registry]
    .map((route) => describeRoute(route, global))
    .toSorted((a, b) => (a.path === b.path ? rank(a.method) - rank(b.method) : a.path < b.path ? -1 : 1));
