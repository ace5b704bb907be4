import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from './response.ts';
import type { Route } from './route.ts';

/** Route parameters by name, decoded, without prototype. */
export type Params = Readonly<Record<string, string>>;

/** One request and its response, as a driver sees them. */
export interface Exchange {
  /** Node's own request. */
  readonly req: IncomingMessage;
  /** Node's own response. */
  readonly res: ServerResponse;
  /** The request target as the client sent it, byte for byte. */
  readonly target: string;
  /** The canonical path: each segment decoded once, no trailing slash, no query. */
  readonly path: string;
  /** The query as it was sent, with its question mark; empty when there is none. */
  readonly search: string;
  /** Parameters of the matched route, decoded. */
  readonly params: Params;
  /** Address of the peer, not of the client behind a proxy; empty when the socket has none. */
  readonly ip: string;
}

/** The result of a search by path and method. */
export interface Found {
  /** The route; null when no route has this path and this method. */
  readonly route: Route | null;
  /** Its parameters. */
  readonly params: Params;
  /** When `route` is null, the methods that exist at this path; empty when the path is unknown. */
  readonly allow: readonly string[];
}

/** Finds routes. */
export interface RouteFinder {
  /**
   * Searches by canonical path and method. In each segment the most specific pattern wins: literal, then mixture, then parameter with a
   * constraint, then plain parameter, then wildcard. Decode the values, but keep `%2F` in wildcards, because a decoded slash would look
   * like one of the path. `RouteSearch` of `@taproot/routing/driver` does all of this.
   */
  find(path: string, method: string): Found;
}

/** Receives the response of an exchange, to write it. */
export type Answer = (response: Response, exchange: Exchange) => void;

/** The parts that the pipeline of a driver works with. */
export interface DriverSite {
  /** Every route, in no particular order. */
  readonly routes: readonly Route[];
  /** Matches `req.url` as it is now and runs the route. Calls `answer` exactly once; after a failure, with an error response. */
  readonly pass: (req: IncomingMessage, res: ServerResponse, answer: Answer) => void;
  /** Reports a body that fails after the response has begun. Give Node's request, so that the report names it. */
  readonly fault: (error: unknown, req?: IncomingMessage) => void;
}

/**
 * An HTTP engine: it finds routes, and may run requests through a pipeline of its own. It does not need to know about groups, names, bodies
 * or validation.
 */
export interface HttpDriver {
  /** The name that `http.driver` selects it by: `koa`. */
  readonly name: string;
  /** Creates the finder. Called once, before the first request. */
  finder(routes: readonly Route[]): RouteFinder;
  /**
   * Creates the listener of the driver's pipeline. The pipeline calls `site.pass()` and writes the response. Resolves to null
   * when the application does not use the pipeline; Taproot then writes responses itself. Called once, before the first
   * request.
   */
  listener?(site: DriverSite): Promise<RequestListener | null>;
  /** Closes the resources of the engine, such as connections of its plugins. Called after all requests have ended. */
  close?(): Promise<void>;
}
