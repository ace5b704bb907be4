import type { AuthorFrame } from '../errors/frames.ts';
import type { RouteMeta } from '../extensions.ts';
import type { MiddlewareDescription } from './middleware-description.ts';

/** The metadata of one route. No route has to have a key. */
export type RouteMetaValues = { readonly [Key in keyof RouteMeta]?: RouteMeta[Key] };

/**
 * The kind of a route: `route` for a handler or a controller, `files` for `static()`, `staticFile()` and `staticFS()`,
 * `redirect` for `redirect()`, `mount` for `mount()` and `mountNode()`, `fallback` for `fallback()`.
 */
export type RouteKind = 'route' | 'files' | 'redirect' | 'mount' | 'fallback';

/** Where `redirect()` sends clients. */
export interface RouteRedirect {
  /** The location as registered, parameters in braces: `/users/{user}/overview`. */
  readonly location: string;
  /** The status of the response, such as 302. */
  readonly status: number;
}

/** A parameter of a route's path. */
export interface PathParameter {
  /** Name of the parameter, without braces. */
  readonly name: string;
  /** Whether a path without it matches too: `{slug?}`. */
  readonly optional: boolean;
  /** Whether it takes the rest of the path, slashes included: `{path*}`. */
  readonly wildcard: boolean;
  /**
   * The regular expression that the whole value must match, without slashes and anchors: `[0-9]+` of `{id:[0-9]+}` or of
   * `where('id', /[0-9]+/)`. Null for any value.
   */
  readonly constraint: string | null;
  /** Flags of that expression, such as `i`; empty for none. */
  readonly constraintFlags: string;
}

/** The method of a controller that a route calls. */
export interface RouteController {
  /** Name of the controller's class; `controller` for an object without one. */
  readonly name: string;
  /** Name of the method: `show`. */
  readonly method: string;
}

/** A socket that `route.socket()` registers, for tools that describe its messages. A message is an object with `event` and `data`. */
export interface SocketDescription {
  /** Where it is declared: absolute path, line and column. Null when unknown. */
  readonly source: AuthorFrame | null;
  /** The messages of clients by event: rules of the data by field, or a Standard Schema for any data. */
  readonly receives: Readonly<Record<string, object>>;
  /** JSON Schemas of the data that it sends besides what its type says, by event. */
  readonly sends: Readonly<Record<string, object>>;
  /** The event that answers a message which is not accepted, and the JSON Schema of its data without the fields. */
  readonly refusal: { readonly event: string; readonly data: object };
  /** JSON Schemas of the values that it reads from the query of its address, by name. */
  readonly query: Readonly<Record<string, object>>;
}

/** The description of a registered route. Made once, at boot, and frozen. */
export interface RouteInfo {
  /** `GET|HEAD`, `POST`, `PUT|PATCH`, `ANY` ...; for `ctx.request().info()` the method of the request. */
  readonly method: string;
  /** The methods one by one, in upper case. */
  readonly methods: readonly string[];
  /** The pattern as registered, prefixes included: `/users/{id}`. That of the fallback is `/{path*}`. */
  readonly path: string;
  /** Empty when the route has none. */
  readonly name: string;
  /** The kind of registration. */
  readonly kind: RouteKind;
  /** Where the route redirects to. Only routes of `redirect()` have it. */
  readonly redirect?: RouteRedirect;
  /** The parameters of `path`, from left to right. */
  readonly parameters: readonly PathParameter[];
  /** The parameters of `path` for which `bind()` finds a value. If it finds none, the route answers 404. */
  readonly bindings: readonly string[];
  /** `PostController.index`, a function's name, what `(ctx) => posts.index(ctx)` calls (`posts.index`), or `closure`. */
  readonly handler: string;
  /** The controller's class and method; null for a handler that is a function. */
  readonly controller: RouteController | null;
  /** Signatures of the middleware that run, global ones first. */
  readonly middleware: readonly string[];
  /** Signatures of middleware that the route excludes. */
  readonly excludedMiddleware: readonly string[];
  /** `middleware` with the names for listings: `auth (optional)` for the signature `auth`. */
  readonly middlewareLabels: readonly string[];
  /** The descriptions of the middleware, in the order of `middleware`; null for a middleware without one, `{}` for one that adds nothing. Created when first read. */
  readonly middlewareDescriptions: readonly (MiddlewareDescription | null)[];
  /** The values attached with `route.meta({...})`, including those of scopes; `{}` when there are none. */
  readonly meta: RouteMetaValues;
  /** File and line of the registration; empty when unknown. */
  readonly place: string;
  /**
   * Where the route is registered, for tools: absolute path, line and column. Null when unknown. JSON leaves it out: a client that reads a
   * list of routes must not learn the folders of the server.
   */
  readonly source: AuthorFrame | null;
  /** The messages of a socket. Only routes of `socket()` have it. JSON leaves it out, like `source`. */
  readonly socket?: SocketDescription;
}
