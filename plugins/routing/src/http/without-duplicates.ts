import { errors } from '../errors.ts';
import { patternShape } from '../router/parse-pattern.ts';
import type { RouteDefinition } from '../router/route-definition.ts';
import type { RouteRecord } from './route-record.ts';

const whereIs = ({ path, place }: RouteDefinition): string => `${path} (${place.toString()})`;

/** A route as it was registered, and as it is served. */
export interface Registered {
  readonly route: RouteDefinition;
  readonly record: RouteRecord;
}

/** Refuses two routes of one method and shape, and two of one name; a route of files steps back instead. */
export const withoutDuplicates = (routes: readonly Registered[]): Registered[] => {
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
