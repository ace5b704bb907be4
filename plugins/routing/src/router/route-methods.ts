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

/** One method each; GET brings HEAD along. */
export const only = {
  get: { methods: ['GET', 'HEAD'], label: 'GET|HEAD' },
  head: { methods: ['HEAD'], label: 'HEAD' },
  post: { methods: ['POST'], label: 'POST' },
  put: { methods: ['PUT'], label: 'PUT' },
  patch: { methods: ['PATCH'], label: 'PATCH' },
  delete: { methods: ['DELETE'], label: 'DELETE' },
  options: { methods: ['OPTIONS'], label: 'OPTIONS' },
} as const satisfies Readonly<Record<string, RouteMethods>>;
