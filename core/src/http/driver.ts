import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from './response.ts';
import type { RouteInfo } from './route-info.ts';

/** Route parameters by name, decoded, without prototype. */
export type Params = Readonly<Record<string, string>>;

/** All a driver tells of a request: Node's two objects, the parameters it matched, the address of the peer. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly params: Params;
  /** Address of the peer, not of the client behind a proxy; empty when the socket has none. */
  readonly ip: string;
}

/** One registered route as a driver sees it. */
export interface DriverRoute {
  readonly info: RouteInfo;
  readonly methods: readonly string[];
  readonly pattern: RoutePattern;
  /** A route that serves files: its path counts as unknown for other methods, so that it causes no 405. */
  readonly files: boolean;
}

/** A parameter within a route pattern. */
export interface RouteParameter {
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
  readonly source: string;
  readonly segments: readonly RouteSegment[];
}

/** Takes the response of an exchange, to write it. */
export type Answer = (response: Response, exchange: Exchange) => void;

/**
 * What is decided at freeze. `handle` runs a matched route, `miss` answers what none matched; both call `answer` once,
 * whatever happens, at once where nothing had to be waited for: one function for all requests costs none a promise.
 */
export interface RouteTable {
  readonly routes: readonly DriverRoute[];
  handle(route: DriverRoute, exchange: Exchange, answer: Answer): void;
  /** `allow`: the methods that other routes have at this path; empty when the path is unknown. */
  miss(allow: readonly string[], exchange: Exchange, answer: Answer): void;
  /** Told when a body fails on its way, after the reply has begun. */
  readonly fault: (error: unknown) => void;
}

/** An HTTP engine: it matches, runs and writes. It never sees groups, names, bodies or validation. */
export interface HttpDriver {
  readonly name: string;
  listener(table: RouteTable): Promise<RequestListener>;
  /** Closes what a native instance holds, such as the connections of its plugins; called once requests have drained. */
  close?(): Promise<void>;
}
