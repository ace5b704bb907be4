import type { DeclaredNames, RouteInfo } from '@taproot/core/plugin';

/** The names of routes with their patterns, for `RouteNames`. */
export const declaredRoutes = (routes: readonly RouteInfo[]): DeclaredNames => ({
  module: '@taproot/core',
  interface: 'RouteNames',
  members: Object.fromEntries(routes.flatMap(({ name, path }) => (name === null || name === '' ? [] : [[name, path]]))),
});
