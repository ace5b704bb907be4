import type { IncomingMessage } from 'node:http';
import type { RouteInfo } from './route-info.ts';
import type { UploadedFile } from './uploaded-file.ts';

/** Methods that plugins add to `ctx.request()`; merged by them, for example `validate`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface RequestMethods {}

/** Input as a map without prototype, so that no client's key is ever an inherited member. */
export type Input = Record<string, unknown>;

/**
 * What the client sent. `Params` are the names of the route's parameters.
 *
 * Where `input*` look: body (dot path), query, route parameter, default. The body is read before the handler runs;
 * middleware that wants it earlier awaits `body()` first, otherwise `input*`, `all` and their kin throw `E_BODY_UNREAD`.
 */
export interface Request<Params extends string = string> extends RequestMethods {
  method(): string;
  /** Canonical path, decoded once, without query: `/users/1`. `%2F` and `%25` stay encoded. */
  path(): string;
  /** Pattern of the matched route, `/users/{id}`; empty when none matched. */
  originPath(): string;
  /** Canonical path and query, encoded, so that they can be sent again: `/caf%C3%A9?page=2`. */
  url(): string;
  /** Absolute address: scheme and host of `app.url`, else of the request, and what `url()` gives. */
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
  /** Identifies this request in logs and error bodies. */
  id(): string;
  header(name: string, fallback?: string): string;
  headers(): Readonly<Record<string, string | readonly string[] | undefined>>;
  cookie(name: string, fallback?: string): string;
  bearerToken(): string;
  userAgent(): string;
  /** Media type of the body, lower case, without parameters; empty when none. */
  contentType(): string;
  /** The best of `types` for the client's `Accept`, or null. */
  accepts(...types: string[]): string | null;
  /** Whether the client wants JSON rather than HTML; also when it does not care. */
  wantsJson(): boolean;

  route(name: Params, fallback?: string): string;
  routeInt(name: Params, fallback?: number): number;
  routeInt64(name: Params, fallback?: bigint): bigint;
  /** Every route parameter. */
  routes(): Readonly<Record<Params, string>>;

  /** First value of a query parameter; the default only when it is absent. */
  query(name: string, fallback?: string): string;
  queryInt(name: string, fallback?: number): number;
  queryInt64(name: string, fallback?: bigint): bigint;
  queryBool(name: string, fallback?: boolean): boolean;
  queryArray(name: string): string[];
  /** `name[a]=1&name[b]=2` as a map. */
  queryMap(name: string): Record<string, string>;
  /** The whole query, nested by brackets. */
  queries(): Input;

  /** A value as text: lists joined by commas, objects as JSON, null as absent. */
  input(name: string, fallback?: string): string;
  /** Leading integer of the value; the default when it is absent or no number. */
  inputInt(name: string, fallback?: number): number;
  inputInt64(name: string, fallback?: bigint): bigint;
  /** True for exactly `1`, `true`, `on`, `yes`. */
  inputBool(name: string, fallback?: boolean): boolean;
  inputArray(name: string, fallback?: string[]): string[];
  inputMap(name: string, fallback?: Input): Input;
  inputMapArray(name: string, fallback?: Input[]): Input[];
  /** Route parameters, query, body and files in one map; the later win. */
  all(): Input;
  only(...names: string[]): Input;
  except(...names: string[]): Input;
  /** Whether every one of `names` (dot paths) is present, even as null or empty. */
  has(...names: string[]): boolean;
  /** Whether every one of `names` is present and neither null nor the empty text. */
  filled(...names: string[]): boolean;
  /** Copies input into the fields `target` declares; others, methods and inherited members are left alone. */
  bind<Target extends object>(target: Target): Target;
  bindQuery<Target extends object>(target: Target): Target;

  /** The first file of a field, or null. */
  file(name: string): UploadedFile | null;
  files(name: string): UploadedFile[];

  /** Reads the body now (once; later calls give the same) and resolves to it: an object for JSON objects and forms. */
  body(): Promise<unknown>;
  /** The body's bytes, undecoded; on routes registered with `rawBody()`. */
  rawBody(): Promise<Buffer>;

  /** Ends the request with a status, wherever it is called; 400 when none is given. */
  abort(status?: number): never;
  abortWithStatus(status: number): never;
  abortWithStatusJson(status: number, body: unknown): never;
  /**
   * Aborted when the client leaves before the reply, when the request times out, and when the application closes: at once
   * for an event stream, for other requests after a fifth of `app.shutdown_timeout`.
   */
  signal(): AbortSignal;
  /** Node's own request. */
  origin(): IncomingMessage;
}
