/** The server did as asked. */
export interface Ok<Status extends number, Data> {
  /** Whether the server did as asked. */
  readonly ok: true;
  /** HTTP status of the response. */
  readonly status: Status;
  /** The body: parsed JSON, a string, a `Blob`, a stream of events; undefined when there is none. */
  readonly data: Data;
  /** Only a failed validation has them. */
  readonly errors?: undefined;
  /** The response with its headers. Its body is read. */
  readonly response: Response;
}

/** The server refused, with a status that its document names. */
export interface Failed<Status extends number, Body> {
  /** Whether the server did as asked. */
  readonly ok: false;
  /** HTTP status of the response. */
  readonly status: Status;
  /** The body of the error: its message and its code. */
  readonly problem: Body;
  /** Messages by field after a failed validation; otherwise undefined. */
  readonly errors: Body extends { readonly errors: infer Errors } ? Errors : undefined;
  /** The response with its headers. Its body is read. */
  readonly response: Response;
}

/**
 * Why there is no reply that the types know:
 * - `network`: no reply, or it broke off
 * - `timeout`: it took longer than `timeout`
 * - `aborted`: the signal was aborted
 * - `server`: a status of 500 or more that the document does not name
 * - `unexpected`: another status, or a body that is not what the document says; maybe the generated files are old
 * - `request`: it was not sent, because a parameter is missing or a function of `use` failed
 */
export type LostReason = 'network' | 'timeout' | 'aborted' | 'server' | 'unexpected' | 'request';

/** There is no reply that the types know. */
export interface Lost {
  /** Whether the server did as asked. */
  readonly ok: false;
  /** 0: no status that the types know. */
  readonly status: 0;
  /** Why. */
  readonly reason: LostReason;
  /** The original error; undefined if there is none. */
  readonly cause: unknown;
  /** Only a failed validation has them. */
  readonly errors?: undefined;
  /** The response, unread, when there was one. */
  readonly response: Response | null;
}

/** The route redirects. This is the unread response of the other address. */
export interface Redirected {
  /** Whether the server did as asked. */
  readonly ok: true;
  /** HTTP status of the other address. */
  readonly status: number;
  /** The response of the other address, unread. */
  readonly data: Response;
  /** Only a failed validation has them. */
  readonly errors?: undefined;
  /** The same response. */
  readonly response: Response;
}

/** The body of an error. */
export interface Problem<Code extends string = string> {
  /** Says in the language of the request why it was refused. */
  readonly message: string;
  /** Names the kind of error; stable. */
  readonly code: Code;
  /** Identifies the request in the server's logs. */
  readonly request_id: string;
}

/** The body of a failed validation. */
export interface Invalid<Field extends string> {
  /** Says in the language of the request why it was refused. */
  readonly message: string;
  /** Names the kind of error. */
  readonly code: 'E_VALIDATION_FAILED';
  /** Messages by field. */
  readonly errors: { readonly [Name in Field]?: readonly string[] };
  /** Identifies the request in the server's logs. */
  readonly request_id: string;
}

/** Any result, where the route does not matter. */
export type Outcome = Ok<number, unknown> | Failed<number, unknown> | Redirected | Lost;

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
