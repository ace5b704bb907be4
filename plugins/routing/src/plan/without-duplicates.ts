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

/** The routes of one shape, by method. Directories are separate. */
type Claims = Map<string, ParsedRoute>;

/** The path of `route`, and the other path if its text differs. */
const bothPaths = ({ path }: RouteDefinition, other: string): string =>
  path === other ? path : `${path} (also as ${other})`;

/** Whether a route serves everything below a path from a directory. */
const isDirectory = ({ route, pattern }: ParsedRoute): boolean =>
  route.files && pattern.segments.at(-1)?.kind === 'wildcard';

const isMount = ({ route }: ParsedRoute): boolean => route.kind === 'mount';

/** Routes first, then mounts, then files. */
const inClaimOrder = <Parsed extends ParsedRoute>(routes: readonly Parsed[]): Parsed[] => {
  const rank = (entry: Parsed): number => Number(entry.route.files) * 2 + Number(isMount(entry));
  return routes.toSorted((one, other) => rank(one) - rank(other));
};

/**
 * Throws for two routes with the same method and shape, or with the same name. A static route may repeat another route, since it comes after it.
 * A mount may
 * repeat another route, too: it gets the methods that the other does not have. One exception: a directory comes before a route with its own pattern `/{path*}`, which gets the paths that the directory does not have. A
 * pattern with optional parameters has several shapes: `/a` and `/a/{b?}` both match `/a`, and only their order would decide.
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
  const byClaim = inClaimOrder(routes);
  const kept = byClaim.filter((entry) => {
    const { route, pattern } = entry;
    const claims = claimsOf(pattern);
    const keys = route.methods.map((method) => (isDirectory(entry) ? `${method} files` : method));
    const rival = claims
      .flatMap((claim) => keys.map((key) => claim.get(key)))
      .find((found) => found !== undefined && (!isMount(entry) || isMount(found)));
    if (rival !== undefined && route.files && !rival.route.files) return false;
    if (rival !== undefined) {
      const places = { first: rival.route.place.toString(), second: route.place.toString() };
      throw errors.E_ROUTE_DUPLICATE({ method: route.label, path: bothPaths(route, rival.route.path), ...places });
    }
    for (const claim of claims) for (const key of keys) if (!claim.has(key)) claim.set(key, entry);
    return true;
  });
  for (const { route } of kept) {
    if (route.name === '') continue;
    const first = names.get(route.name);
    if (first !== undefined)
      throw errors.E_ROUTE_NAME_DUPLICATE({ name: route.name, first: whereIs(first), second: whereIs(route) });
    names.set(route.name, route);
  }
  // Of routes with the same pattern, the search takes the first one.
  return [...kept.filter(isDirectory), ...kept.filter((entry) => !isDirectory(entry))];
};
