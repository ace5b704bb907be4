import type { RawBody } from './calls.ts';

/** A request before it is sent. Functions of `use` may change it. */
export interface ApiRequest {
  /** Name of the route. */
  readonly route: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** The whole address. */
  url: string;
  /** Its headers. Change them in place. */
  readonly headers: Headers;
  /** JSON, a form with files, a body as the caller gave it, or undefined for none. */
  body: RawBody | FormData | undefined;
  /** Aborts when the call ends before its reply. */
  readonly signal: AbortSignal;
}

/**
 * A function that runs around every request, for tokens, logs and tests. It calls `next()` once or more often, or returns its own response.
 */
export type Use = (request: ApiRequest, next: (request: ApiRequest) => Promise<Response>) => Promise<Response>;

/** Sends a request; see `createClient({ fetch })`. */
export type Fetch = (request: Request) => Promise<Response>;
