import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from './response.ts';
import type { RouteInfo } from './route-info.ts';

/** Route parameters by name, decoded, without prototype. */
export type Params = Readonly<Record<string, string>>;

/** All a driver tells of a request: Node's two objects, the parameters it matched, the address of the peer. */
export interface Exchange {
  /** Node's own request. */
  readonly req: IncomingMessage;
  /** Node's own response. */
  readonly res: ServerResponse;
  /** Parameters of the matched route, decoded. */
  readonly params: Params;
  /** Address of the peer, not of the client behind a proxy; empty when the socket has none. */
  readonly ip: string;
}

/** One registered route as a driver sees it. */
export interface DriverRoute {
  /** The route as listings know it. */
  readonly info: RouteInfo;
  /** Methods that it answers, in upper case. */
  readonly methods: readonly string[];
  /** Its path, parsed. */
  readonly pattern: RoutePattern;
  /** A route that serves files: its path counts as unknown for other methods, so that it causes no 405. */
  readonly files: boolean;
}

/** A parameter within a route pattern. */
export interface RouteParameter {
  /** Name of the parameter, without braces. */
  readonly name: string;
  /** What the whole value must match; null for anything but a slash. */
  readonly constraint: RegExp | null;
}

/**
 * A segment of a route pattern: literal text, one parameter, a mixture such as `{name}.{extension}`, or a wildcard that
 * takes the rest of the path. Only trailing parameters may be optional.
 */
export type RouteSegment =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'parameter'; readonly parameter: RouteParameter; readonly optional: boolean }
  | { readonly kind: 'mixed'; readonly parts: readonly (string | RouteParameter)[] }
  | { readonly kind: 'wildcard'; readonly parameter: RouteParameter };

/** A parsed route pattern. */
export interface RoutePattern {
  /** The pattern as it was written: `/users/{id}`. */
  readonly source: string;
  /** Its segments, from left to right; none for `/`. */
  readonly segments: readonly RouteSegment[];
}

/** Takes the response of an exchange, to write it. */
export type Answer = (response: Response, exchange: Exchange) => void;

/**
 * What is decided at freeze. `handle` runs a matched route, `miss` answers what none matched; both call `answer` once,
 * whatever happens, at once where nothing had to be waited for: one function for all requests costs none a promise.
 */
export interface RouteTable {
  /** Every route, in no particular order. */
  readonly routes: readonly DriverRoute[];
  /** Runs a matched route, and calls `answer` once with its response. */
  handle(route: DriverRoute, exchange: Exchange, answer: Answer): void;
  /** `allow`: the methods that other routes have at this path; empty when the path is unknown. */
  miss(allow: readonly string[], exchange: Exchange, answer: Answer): void;
  /** Told when a body fails on its way, after the reply has begun. */
  readonly fault: (error: unknown) => void;
}

/** An HTTP engine: it matches, runs and writes. It never sees groups, names, bodies or validation. */
export interface HttpDriver {
  /** Name that `http.default` chooses it by: `koa`. */
  readonly name: string;
  /** Makes the listener of Node's server. Called once, before the first request. */
  listener(table: RouteTable): Promise<RequestListener>;
  /** Closes what a native instance holds, such as the connections of its plugins; called once requests have drained. */
  close?(): Promise<void>;
}
