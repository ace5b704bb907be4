/** What is known of a registered route. */
export interface RouteInfo {
  /** `GET|HEAD`, `POST`, `PUT|PATCH`, `ANY` ...; on `ctx.request().info()` the method of the request. */
  readonly method: string;
  /** The methods one by one, in upper case. */
  readonly methods: readonly string[];
  /** The pattern as registered, prefixes included: `/users/{id}`. */
  readonly path: string;
  /** Empty when the route has none. */
  readonly name: string;
  /** `PostController.index`, a function's name, what `(ctx) => posts.index(ctx)` calls (`posts.index`), or `closure`. */
  readonly handler: string;
  /** Signatures of the middleware that run, global ones first. */
  readonly middleware: readonly string[];
  /** The same middleware as listings show it: `auth (optional)` for the signature `auth`. */
  readonly middlewareLabels: readonly string[];
  /** Signatures of middleware that the route does without. */
  readonly excludedMiddleware: readonly string[];
  /** File and line of the registration; empty when unknown. */
  readonly place: string;
}
