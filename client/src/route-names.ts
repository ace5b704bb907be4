/** Names of routes by their calls, for `@taproot/client/query`. */
export const routeNames = new WeakMap<object, string>();
