import type { IncomingMessage } from 'node:http';
import type { RequestMethods } from '../extensions.ts';
import type { RouteInfo } from './route-info.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Input as a map without prototype, so that a key from the client never meets an inherited member. */
export type Input = Record<string, unknown>;

/**
 * The request of the client. `Params` are the names of the route parameters. `input*` look in this order: body (dot path),
 * query, route parameter, default. The body is read before the handler runs. Middleware that needs it earlier awaits `body()`
 * first; otherwise `input*`, `all` and the other readers of the body throw `E_BODY_UNREAD`.
 */
export interface Request<Params extends string = string> extends RequestMethods {
  /** Method of the request in upper case: `GET`. */
  method(): string;
  /** Canonical path, decoded once, without query: `/users/1`. `%2F` and `%25` stay encoded. */
  path(): string;
  /** Pattern of the matched route, `/users/{id}`; empty when none matched. */
  originPath(): string;
  /**
   * The request target as the client sent it, byte for byte: `/caf%c3%a9/?page=2`. Signatures of requests are made of it. It may
   * be absolute, `http://example.com/` (RFC 9112 3.2).
   */
  target(): string;
  /** Canonical path and query, encoded, so that they can be sent again: `/caf%C3%A9?page=2`. */
  url(): string;
  /** Absolute address: scheme and host of `app.url`, else of the request, followed by `url()`. */
  fullUrl(): string;
  /** Host with port; `X-Forwarded-Host` only from trusted proxies. */
  host(): string;
  /** `http` or `https`; `X-Forwarded-Proto` only from trusted proxies. */
  scheme(): string;
  /** Canonical address of the client; `X-Forwarded-For` only from trusted proxies. Empty on sockets without one. */
  ip(): string;
  /** Name of the matched route; empty when it has none. */
  name(): string;
  /** The matched route, with `method` as requested; null when none matched. */
  info(): RouteInfo | null;
  /** Identifies this request in logs and error bodies: the `X-Request-Id` that a trusted proxy sent, else an id of this process. */
  id(): string;
  /**
   * The protocol that the client asks to switch to, in lower case: `websocket`. Empty for a request that only wants a reply. Answer it by
   * `ctx.response().upgrade()`.
   */
  upgrade(): string;
  /**
   * A header's value; several values are joined by a comma. Returns `fallback` (default: empty) when the header is absent or empty. Names
   * are case-insensitive.
   */
  header(name: string, fallback?: string): string;
  /** Every header as Node gives it, with names in lower case. Repeated `Set-Cookie` headers are a list. */
  headers(): Readonly<Record<string, string | readonly string[] | undefined>>;
  /**
   * Value of a cookie, URL-decoded. `fallback` (default: empty) when it is absent. Names are case-sensitive. The value
   * is what the client sent: check it.
   */
  cookie(name: string, fallback?: string): string;
  /**
   * Value of a cookie that was set with `encrypted: true`. `fallback` (default: empty) when it is absent, was changed, has expired, or
   * is the value of another cookie.
   * @throws E_SEALS_MISSING without a plugin such as `@taproot/crypt`.
   */
  encryptedCookie(name: string, fallback?: string): string;
  /**
   * Value of a cookie that was set with `signed: true`. `fallback` (default: empty) when it is absent, was changed, or is the value of
   * another cookie.
   * @throws E_SEALS_MISSING without a plugin such as `@taproot/crypt`.
   */
  signedCookie(name: string, fallback?: string): string;
  /** The token of `Authorization: Bearer <token>`; empty when there is none. */
  bearerToken(): string;
  /** The `User-Agent` header; empty when it is absent. */
  userAgent(): string;
  /** Media type of the body, lower case, without parameters; empty when none. */
  contentType(): string;
  /** The best of `types` for the client's `Accept`, or null. */
  accepts(...types: string[]): string | null;
  /** Whether to answer with JSON rather than HTML. True also when the client accepts both alike. */
  wantsJson(): boolean;

  /** A route parameter, decoded. `fallback` (default: empty) when an optional parameter is absent. */
  route(name: Params, fallback?: string): string;
  /**
   * A route parameter as an integer. `fallback` (default: 0) when it is absent, no number, or beyond the safe integers.
   */
  routeInt(name: Params, fallback?: number): number;
  /**
   * A route parameter as a 64-bit integer. `fallback` (default: 0n) when it is absent, no number, or beyond 64 bits.
   */
  routeInt64(name: Params, fallback?: bigint): bigint;
  /** Every route parameter. */
  routes(): Readonly<Record<Params, string>>;

  /** First value of a query parameter; `fallback` (default: empty) when the parameter is absent. */
  query(name: string, fallback?: string): string;
  /**
   * A query parameter as an integer. `fallback` (default: 0) when it is absent, no number, or beyond the safe integers.
   */
  queryInt(name: string, fallback?: number): number;
  /**
   * A query parameter as a 64-bit integer. `fallback` (default: 0n) when it is absent, no number, or beyond 64 bits.
   */
  queryInt64(name: string, fallback?: bigint): bigint;
  /**
   * A query parameter as a boolean: true for exactly `1`, `true`, `on`, `yes`. `fallback` (default: false) when it is
   * absent or empty.
   */
  queryBool(name: string, fallback?: boolean): boolean;
  /** All values of a query parameter: `tag=a&tag=b`, `tag[]=a&tag[]=b`. An empty list when it is absent. */
  queryArray(name: string): string[];
  /** `name[a]=1&name[b]=2` as a map. */
  queryMap(name: string): Record<string, string>;
  /** The whole query, nested by brackets. */
  queries(): Input;

  /**
   * A value as a string: lists are joined by commas, objects become JSON. `fallback` (default: empty) when it is absent
   * or null.
   * @throws E_BODY_UNREAD in middleware that has not awaited `body()`; so do all methods that read input.
   */
  input(name: string, fallback?: string): string;
  /** The leading integer of a value. `fallback` (default: 0) when it is absent or no number. */
  inputInt(name: string, fallback?: number): number;
  /** A value as a 64-bit integer. `fallback` (default: 0n) when it is absent, no number, or beyond 64 bits. */
  inputInt64(name: string, fallback?: bigint): bigint;
  /**
   * True for exactly `1`, `true`, `on`, `yes`; any other value is false. `fallback` (default: false) when it is absent
   * or empty.
   */
  inputBool(name: string, fallback?: boolean): boolean;
  /**
   * A value as a list of strings; a single value becomes a list of one. `fallback` (default: an empty list) when it is
   * absent or a map.
   */
  inputArray(name: string, fallback?: string[]): string[];
  /** A value that is an object. `fallback` (default: an empty map) when it is absent or anything else. */
  inputMap(name: string, fallback?: Input): Input;
  /** A value that is a list of objects. `fallback` (default: an empty list) when it is absent or anything else. */
  inputMapArray(name: string, fallback?: Input[]): Input[];
  /**
   * Route parameters, query, body and files in one map. Where names are equal the body wins over the query, and the
   * query over the route.
   */
  all(): Input;
  /** The input with these names alone. Names may be dot paths: `only('title', 'author.name')`. */
  only(...names: string[]): Input;
  /** The input without these names. Names may be dot paths: `except('_token', 'author.email')`. */
  except(...names: string[]): Input;
  /** Whether every one of `names` (dot paths) is present, even as null or empty. */
  has(...names: string[]): boolean;
  /** Whether every one of `names` is present and neither null nor the empty string. */
  filled(...names: string[]): boolean;
  /** Copies input into the fields that `target` declares. Ignores other names, methods and inherited members. */
  bind<Target extends object>(target: Target): Target;
  /** Like `bind()`, from the query alone. */
  bindQuery<Target extends object>(target: Target): Target;

  /** The first file of a field, or null. */
  file(name: string): UploadedFile | null;
  /** All files of a field; an empty list when there are none. */
  files(name: string): UploadedFile[];

  /**
   * Reads the body now and resolves to it: an object for JSON objects and forms, null when there is none. Later calls return the same.
   * Before a handler runs, Taproot has read the body already.
   * @throws E_BODY_MALFORMED (400), E_BODY_TOO_LARGE (413), E_BODY_UNSUPPORTED (415), E_BODY_SLOW (408) and the other errors that begin
   * with E_BODY_, E_PARAMS_ and E_UPLOAD_.
   */
  body(): Promise<unknown>;
  /**
   * The body's bytes as they were sent, on routes registered with `rawBody()`.
   * @throws E_BODY_TOO_LARGE (413) beyond `http.max_body`; E_BODY_SLOW (408); E_BODY_ABORTED (400); E_BODY_NOT_RAW on another
   * route, whose body was read already.
   */
  rawBody(): Promise<Buffer>;

  /**
   * The request as a Web-standard `Request`, for libraries that need one. Its body streams the bytes of the client, within the limits for
   * bodies. Its signal is `signal()`.
   * @throws E_BODY_NOT_RAW when the body was read already: register the route with `rawBody()`
   * @example route.post('/hook', (ctx) => verify(ctx.request().toWeb())).rawBody()
   */
  toWeb(): globalThis.Request;

  /**
   * Ends the request with a status (default: 400). You can call it anywhere, because it throws. The body is the error page or
   * the JSON of that status.
   */
  abort(status?: number): never;
  /** Alias of {@link abort}, with the status required. */
  abortWithStatus(status: number): never;
  /** Ends the request with a status and this JSON body. You can call it anywhere, because it throws. */
  abortWithStatusJson(status: number, body: unknown): never;
  /**
   * Aborts when the client leaves before the reply, when the request times out, and when the application closes. At close, event streams
   * abort at once, other requests after a fifth of `app.shutdown_timeout`.
   */
  signal(): AbortSignal;
  /** Node's own request. */
  node(): IncomingMessage;
  /** Alias of {@link node}. */
  origin(): IncomingMessage;
}
