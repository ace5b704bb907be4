/** A success. */
export interface Ok<Status extends number, Data> {
  /** Whether the call succeeded. */
  readonly ok: true;
  /** HTTP status of the response. */
  readonly status: Status;
  /** The body: parsed JSON, a string, a `Blob`, a stream of events; undefined when there is none. */
  readonly data: Data;
  /** Set only after a failed validation. */
  readonly errors?: undefined;
  /** The response with its headers. Its body has been read. */
  readonly response: Response;
}

/** The server refused, with a status that its document names. */
export interface Failed<Status extends number, Body> {
  /** Whether the call succeeded. */
  readonly ok: false;
  /** HTTP status of the response. */
  readonly status: Status;
  /** The body of the error: its message and its code. */
  readonly problem: Body;
  /** Messages by field after a failed validation; otherwise undefined. */
  readonly errors: Body extends { readonly errors: infer Errors } ? Errors : undefined;
  /** The response with its headers. Its body has been read. */
  readonly response: Response;
}

/**
 * Why there is no reply that the types know:
 * - `network`: there was no reply, or it ended too early
 * - `timeout`: it took longer than `timeout`
 * - `aborted`: the signal was aborted
 * - `server`: a status of 500 or more that the document does not name
 * - `unexpected`: another status, or a body that differs from the document; the generated files may be old
 * - `request`: the request was not sent, because a parameter is missing or a function of `use` failed
 */
export type LostReason = 'network' | 'timeout' | 'aborted' | 'server' | 'unexpected' | 'request';

/** The caller sent `If-None-Match` or `If-Modified-Since`, and has the current version already. */
export interface NotModified {
  /** Whether the call succeeded. It brought no data. */
  readonly ok: false;
  /** HTTP status of the response. */
  readonly status: 304;
  /** Set only after a failed validation. */
  readonly errors?: undefined;
  /** The response with its headers. It has no body. */
  readonly response: Response;
}

/** There is no reply that the types know. */
export interface Lost {
  /** Whether the call succeeded. */
  readonly ok: false;
  /** 0: no status that the types know. */
  readonly status: 0;
  /** Why there is no reply. */
  readonly reason: LostReason;
  /** The original error; undefined if there is none. */
  readonly cause: unknown;
  /** Set only after a failed validation. */
  readonly errors?: undefined;
  /** The unread response; null if there was none. */
  readonly response: Response | null;
}

/** The route redirects. This is the unread response of the other address. */
export interface Redirected {
  /** Whether the call succeeded. */
  readonly ok: true;
  /** HTTP status of the other address. */
  readonly status: number;
  /** The response of the other address, unread. */
  readonly data: Response;
  /** Set only after a failed validation. */
  readonly errors?: undefined;
  /** The same response as `data`. */
  readonly response: Response;
}

/** The body of an error. */
export interface Problem<Code extends string = string> {
  /** Why the server refused the request, in the language of the request. */
  readonly message: string;
  /** Stable name of the kind of error. */
  readonly code: Code;
  /** Identifies the request in the server's logs. */
  readonly request_id: string;
}

/** The body of a failed validation. */
export interface Invalid<Field extends string> {
  /** Why the server refused the request, in the language of the request. */
  readonly message: string;
  /** Names the kind of error. */
  readonly code: 'E_VALIDATION_FAILED';
  /** Messages by field. */
  readonly errors: { readonly [Name in Field]?: readonly string[] };
  /** Identifies the request in the server's logs. */
  readonly request_id: string;
}

/** Any result of any route. */
export type Outcome = Ok<number, unknown> | Failed<number, unknown> | NotModified | Redirected | Lost;

/** The data of a result's success. */
export type DataOf<Result> = Result extends { readonly ok: true; readonly data: infer Data } ? Data : never;

/** All results except the success. */
export type FailureOf<Result> = Exclude<Result, { readonly ok: true }>;

/** A result without a reply that the types know. */
export const lost = (reason: LostReason, cause?: unknown, response: Response | null = null): Lost => ({
  ok: false,
  status: 0,
  reason,
  cause,
  response,
});
