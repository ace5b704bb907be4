import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Response } from './response.ts';
import type { Route } from './route.ts';

/** Route parameters by name, decoded, without prototype. */
export type Params = Readonly<Record<string, string>>;

/** One request and its reply, as a driver sees them. */
export interface Exchange {
  /** Node's own request. */
  readonly req: IncomingMessage;
  /** Node's own response. */
  readonly res: ServerResponse;
  /** The canonical path: each segment decoded once, no trailing slash, no query. */
  readonly path: string;
  /** The query as it was sent, with its question mark; empty when there is none. */
  readonly search: string;
  /** Parameters of the matched route, decoded. */
  readonly params: Params;
  /** Address of the peer, not of the client behind a proxy; empty when the socket has none. */
  readonly ip: string;
}

/** What a driver found for a path and a method. */
export interface Found {
  /** The route; null when none has this path and this method. */
  readonly route: Route | null;
  /** Its parameters. */
  readonly params: Params;
  /** Without a route the methods that others have at this path; empty when the path is unknown. */
  readonly allow: readonly string[];
}

/** Matches a canonical path and a method. */
export interface RouteFinder {
  /** What is there: at each segment a literal beats a parameter, and that a wildcard. */
  find(path: string, method: string): Found;
}

/** Takes the response of an exchange, to write it. */
export type Answer = (response: Response, exchange: Exchange) => void;

/** What a driver's own pipeline is put around. */
export interface DriverSite {
  /** Every route, in no particular order. */
  readonly routes: readonly Route[];
  /** Matches and runs what `req.url` names then; calls `answer` once with its response, whatever happens. */
  readonly pass: (req: IncomingMessage, res: ServerResponse, answer: Answer) => void;
  /** Told when a body fails on its way, after the reply has begun. */
  readonly fault: (error: unknown) => void;
}

/**
 * An HTTP engine: it finds routes, and carries requests and replies through a pipeline of its own where somebody uses that.
 * It never sees groups, names, bodies or validation.
 */
export interface HttpDriver {
  /** Name that `http.default` chooses it by: `koa`. */
  readonly name: string;
  /** Makes what finds routes. Called once, at boot. */
  finder(routes: readonly Route[]): RouteFinder;
  /**
   * Makes the listener of its own pipeline, which calls `site.pass()` and writes what that answers; null when nothing
   * native is to run, and the framework writes by itself. Called once, before the first request.
   */
  listener?(site: DriverSite): Promise<RequestListener | null>;
  /** Closes what a native instance holds, such as the connections of its plugins; called once requests have drained. */
  close?(): Promise<void>;
}
