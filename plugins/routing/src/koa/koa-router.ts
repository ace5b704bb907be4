import type { Router } from '@koa/router';
import { lazy, type Route, type RouteFinder } from '@taproot/core/plugin';
import { koaRouter } from '../late-packages.ts';
import { RouteSearch } from '../router/route-search.ts';

type KoaLayer = Exclude<ReturnType<Router['register']>, Router>;

/**
 * The finder of the driver `koa`. Each route with a constraint is a layer of @koa/router, which matches its paths. A
 * lookup finds the candidates first, because @koa/router itself tries every route for every request (1,000 routes = 130
 * us). Its string patterns are not used, because `{}` is an optional group there. It is loaded with the first such
 * route, which costs 55 ms of CPU time.
 */
export const koaFinder = (routes: readonly Route[]): RouteFinder => {
  const router = lazy((): Router => new (koaRouter().Router)());
  return new RouteSearch(routes, ({ methods }, regexp) => {
    const layer = router().register(regexp, [...methods], () => undefined, { pathAsRegExp: true }) as KoaLayer;
    return (path) => (layer.match(path) ? layer.captures(path) : null);
  });
};
