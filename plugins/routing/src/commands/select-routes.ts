import type { RouteInfo } from '@taproot/core/plugin';

/** The values of `--sort`. */
export const sortKeys = ['path', 'name', 'method'] as const;

type SortKey = (typeof sortKeys)[number];

/** The filters and the order of a list of routes. An undefined filter lets every route pass. */
export interface RouteSelection {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly name?: string | undefined;
  readonly middleware: readonly string[];
  readonly exceptMiddleware: readonly string[];
  readonly exceptPaths: readonly string[];
  readonly sort: SortKey;
}

const contains = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase());

/** The routes that match every filter, ordered by the sort key; routes with equal keys keep their order. */
export const selectRoutes = (routes: readonly RouteInfo[], selection: RouteSelection): RouteInfo[] => {
  const { method = '', path = '', name = '', middleware, exceptMiddleware, exceptPaths, sort } = selection;
  const runs = (route: RouteInfo, part: string): boolean =>
    route.middlewareLabels.some((label) => contains(label, part));
  const passes = (route: RouteInfo): boolean =>
    contains(route.method, method) &&
    contains(route.path, path) &&
    contains(route.name, name) &&
    middleware.every((part) => runs(route, part)) &&
    !exceptMiddleware.some((part) => runs(route, part)) &&
    !exceptPaths.some((part) => contains(route.path, part));
  return routes.filter(passes).sort((a, b) => Number(a[sort] > b[sort]) - Number(a[sort] < b[sort]));
};
