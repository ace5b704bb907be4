import { METHODS } from 'node:http';
import { callPlace, describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/** The methods of a route, and how listings show them. */
export interface RouteMethods {
  readonly methods: readonly string[];
  readonly label: string;
}

/** HTTP methods that `any()` registers. */
export const anyMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** A method for `match()`. */
export type RouteMethod = (typeof anyMethods)[number];

/** Every method. */
export const every: RouteMethods = { methods: anyMethods, label: 'ANY' };

/** Every method that Node parses, also those of WebDAV. Not TRACE, which would echo credentials, and not CONNECT, which never reaches a listener. */
export const parsed: RouteMethods = {
  methods: METHODS.filter((method) => method !== 'TRACE' && method !== 'CONNECT'),
  label: 'ANY',
};

/** One method each; GET includes HEAD. */
export const only = {
  get: { methods: ['GET', 'HEAD'], label: 'GET|HEAD' },
  head: { methods: ['HEAD'], label: 'HEAD' },
  post: { methods: ['POST'], label: 'POST' },
  put: { methods: ['PUT'], label: 'PUT' },
  patch: { methods: ['PATCH'], label: 'PATCH' },
  delete: { methods: ['DELETE'], label: 'DELETE' },
  options: { methods: ['OPTIONS'], label: 'OPTIONS' },
} as const satisfies Readonly<Record<string, RouteMethods>>;

const isRouteMethod = (method: string): method is RouteMethod => anyMethods.some((each) => each === method);

/** The methods that `match()` got for a path. Plain JavaScript may pass anything. */
export const givenMethods = (given: readonly unknown[], path: string): RouteMethods => {
  const refuse = (reason: string): never => {
    throw errors.E_ROUTE_METHOD({ path, place: callPlace().toString(), reason, known: anyMethods.join(', ') });
  };
  if (!Array.isArray(given)) refuse(describeValue(given));
  if (given.length === 0) refuse('an empty list');
  const wanted = new Set(
    given.map((method): RouteMethod => {
      const name = typeof method === 'string' ? method.toUpperCase() : '';
      return isRouteMethod(name) ? name : refuse(typeof method === 'string' ? `"${method}"` : describeValue(method));
    }),
  );
  if (wanted.has('GET')) wanted.add('HEAD');
  const methods = anyMethods.filter((method) => wanted.has(method));
  return { methods, label: methods.join('|') };
};
