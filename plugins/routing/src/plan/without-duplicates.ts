import type { RoutePattern } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { patternShapes } from '../pattern/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';

/** A route and its pattern. */
export interface ParsedRoute {
  readonly route: RouteDefinition;
  readonly pattern: RoutePattern;
}

const whereIs = ({ path, place }: RouteDefinition): string => `${path} (${place.toString()})`;

/** The routes of one shape, by method. */
type Claims = Map<string, ParsedRoute>;

/** The path of `route`, with that of the other if it is written in another way. */
const bothPaths = ({ path }: RouteDefinition, other: string): string =>
  path === other ? path : `${path} (also as ${other})`;

/**
 * Refuses two routes of one method and shape, and two of one name; a route of files steps back instead. A pattern has a
 * shape for each of its lengths: `/a` and `/a/{b?}` answer the same path, and nothing but their order would decide.
 */
export const withoutDuplicates = <Parsed extends ParsedRoute>(routes: readonly Parsed[]): Parsed[] => {
  const taken = new Map<string, Claims>();
  // Routes of several methods share a pattern.
  const byPattern = new Map<RoutePattern, readonly Claims[]>();
  const claimsOf = (pattern: RoutePattern): readonly Claims[] => {
    const known = byPattern.get(pattern);
    if (known !== undefined) return known;
    const claims = patternShapes(pattern).map((shape) => {
      const claim = taken.get(shape) ?? new Map<string, ParsedRoute>();
      taken.set(shape, claim);
      return claim;
    });
    byPattern.set(pattern, claims);
    return claims;
  };
  const names = new Map<string, RouteDefinition>();
  const byClaim = [...routes.filter(({ route }) => !route.files), ...routes.filter(({ route }) => route.files)];
  const kept = byClaim.filter((entry) => {
    const { route, pattern } = entry;
    const claims = claimsOf(pattern);
    const rival = claims
      .flatMap((claim) => route.methods.map((method) => claim.get(method)))
      .find((found) => found !== undefined);
    if (rival !== undefined && route.files && !rival.route.files) return false;
    if (rival !== undefined) {
      const places = { first: rival.route.place.toString(), second: route.place.toString() };
      throw errors.E_ROUTE_DUPLICATE({ method: route.label, path: bothPaths(route, rival.route.path), ...places });
    }
    for (const claim of claims) for (const method of route.methods) claim.set(method, entry);
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
