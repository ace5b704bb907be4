/**
 * How many routes lie beside each other: told apart by their first segment, or only behind a parameter, where an index
 * of literal prefixes does not help.
 * @typedef {object} RouteShape
 * @property {(route: number) => string} taproot The pattern in our grammar.
 * @property {(route: number) => string} koa The same in the grammar of path-to-regexp.
 * @property {(route: number, id: number) => string} path A path it matches.
 */

/** @type {{ readonly literal: RouteShape, readonly parameter: RouteShape }} */
export const routeShapes = {
  literal: {
    taproot: (route) => `/r${route}/{id}`,
    koa: (route) => `/r${route}/:id`,
    path: (route, id) => `/r${route}/${id}`,
  },
  parameter: {
    taproot: (route) => `/{tenant}/r${route}/{id}`,
    koa: (route) => `/:tenant/r${route}/:id`,
    path: (route, id) => `/acme/r${route}/${id}`,
  },
};
