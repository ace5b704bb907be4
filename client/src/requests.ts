/** A request on its way. Functions of `use` may change it. */
export interface ApiRequest {
  /** Name of the route. */
  readonly route: string;
  /** HTTP method in upper case. */
  readonly method: string;
  /** The whole address. */
  url: string;
  /** Its headers, to be changed in place. */
  readonly headers: Headers;
  /** JSON, a form with files, or undefined for none. */
  body: string | FormData | undefined;
  /** Aborted when the call ends before its reply. */
  readonly signal: AbortSignal;
}

/**
 * Runs around every request, for tokens, logs and tests. It calls `next()` any number of times, or returns a response
 * itself.
 */
export type Use = (request: ApiRequest, next: (request: ApiRequest) => Promise<Response>) => Promise<Response>;

/** Sends a request; see `createClient({ fetch })`. */
export type Fetch = (request: Request) => Promise<Response>;
