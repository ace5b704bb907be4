/** The route name of each call, for `@taproot/client/query`. */
export const routeNames = new WeakMap<object, string>();
