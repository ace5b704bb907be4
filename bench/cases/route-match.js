// Real path: from a path and a method to a route and its parameters, in every request, before any of its middleware.
import { Router } from '@koa/router';
import { parsePattern, RouteSearch } from '../internals/router.js';
import { compareFunctions } from '../lib/compare-functions.js';
import { routeShapes } from '../lib/route-shapes.js';

export const about = 'Matching the last of many routes, with its parameters: our router beside bare @koa/router';

/** @typedef {import('../lib/route-shapes.js').RouteShape} RouteShape */

// Several, as requests differ: a path seen twice in a row may be answered from a cache of the engine.
const pathsTo = (/** @type {RouteShape} */ shape, /** @type {number} */ route) =>
  Array.from({ length: 64 }, (_, id) => shape.path(route, id));

const methods = ['GET', 'HEAD'];

/** @typedef {ConstructorParameters<typeof RouteSearch>[0][number]} Route */

// All that the matcher reads of a route.
const routeOf = (/** @type {string} */ pattern) =>
  /** @type {Route} */ (
    /** @type {unknown} */ ({ methods, pattern: parsePattern(pattern), files: false, info: { methods } })
  );

const ours = (/** @type {RouteShape} */ shape, /** @type {number} */ routes) => {
  const router = new RouteSearch(Array.from({ length: routes }, (_, route) => routeOf(shape.taproot(route))));
  const paths = pathsTo(shape, routes - 1);
  return (/** @type {number} */ call) => router.find(paths[call % paths.length] ?? '', 'GET').params.id;
};

// What @koa/router does with a match before it calls the first handler.
const bare = (/** @type {RouteShape} */ shape, /** @type {number} */ routes) => {
  const router = new Router();
  for (let route = 0; route < routes; route++) router.get(shape.koa(route), () => undefined);
  const paths = pathsTo(shape, routes - 1);
  return (/** @type {number} */ call) => {
    const path = paths[call % paths.length] ?? '';
    const [layer] = router.match(path, 'GET').pathAndMethod;
    return layer?.params(path, layer.captures(path), {})['id'];
  };
};

const variants = () =>
  Object.entries({ 'literal prefixes': routeShapes.literal, 'one parameter': routeShapes.parameter })
    .flatMap(([name, shape]) =>
      [10, 100, 1000, 5000].map((routes) => ({
        name: `${name}, ${routes.toLocaleString('en')} routes`,
        shape,
        routes,
      })),
    )
    .flatMap(({ name, shape, routes }) => [
      { name: `${name}: @koa/router`, call: bare(shape, routes) },
      { name: `${name}: Taproot`, against: `${name}: @koa/router`, call: ours(shape, routes) },
    ]);

/** @type {import('../lib/cases.js').Case['run']} */
export const run = ({ functions }) => {
  const compared = variants();
  for (const { name, call } of compared) if (call(42) !== '42') throw new Error(`${name} does not match.`);
  return compareFunctions(compared, functions);
};
