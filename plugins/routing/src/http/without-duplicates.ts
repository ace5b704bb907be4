import type { RoutePattern } from '@taproot/core';
import { errors } from '../errors.ts';
import { patternShape } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import type { PlannedRoute } from './route-plan.ts';

const whereIs = ({ path, place }: RouteDefinition): string => `${path} (${place.toString()})`;

/** Refuses two routes of one method and shape, and two of one name; a route of files steps back instead. */
export const withoutDuplicates = (routes: readonly PlannedRoute[]): PlannedRoute[] => {
  const taken = new Map<string, Map<string, PlannedRoute>>();
  // Routes of several methods share a pattern.
  const byPattern = new Map<RoutePattern, Map<string, PlannedRoute>>();
  const methodsOf = (pattern: RoutePattern): Map<string, PlannedRoute> => {
    const known = byPattern.get(pattern);
    if (known !== undefined) return known;
    const shape = patternShape(pattern);
    const methods = taken.get(shape) ?? new Map<string, PlannedRoute>();
    taken.set(shape, methods);
    byPattern.set(pattern, methods);
    return methods;
  };
  const names = new Map<string, RouteDefinition>();
  const byClaim = [...routes.filter(({ route }) => !route.files), ...routes.filter(({ route }) => route.files)];
  const kept = byClaim.filter((entry) => {
    const { route, pattern } = entry;
    const byMethod = methodsOf(pattern);
    const rival = route.methods.map((method) => byMethod.get(method)).find((found) => found !== undefined);
    if (rival !== undefined && route.files && !rival.route.files) return false;
    if (rival !== undefined) {
      const places = { first: rival.route.place.toString(), second: route.place.toString() };
      throw errors.E_ROUTE_DUPLICATE({ method: route.label, path: route.path, ...places });
    }
    for (const method of route.methods) byMethod.set(method, entry);
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
