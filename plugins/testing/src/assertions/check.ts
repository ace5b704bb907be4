import type { TestCookie } from './test-cookie.ts';

/** A complete reply. */
export interface ResponseParts {
  /** Method of the request. */
  readonly method: string;
  /** Path and query of the request, as sent. */
  readonly target: string;
  /** HTTP status of the response. */
  readonly status: number;
  /** Reason phrase of the status. */
  readonly statusText: string;
  /** Headers of the response. */
  readonly headers: Headers;
  /** Bytes of the body. */
  readonly body: Buffer;
  readonly error: unknown;
}

/** A response for assertions. */
export interface CheckedResponse extends ResponseParts {
  /** The body as UTF-8. */
  readonly text: string;
  readonly cookies: readonly TestCookie[];
  cookie(name: string): TestCookie | undefined;
}

/** An assertion on a response. Null if it holds, otherwise a message with the expected and the actual value. */
export type Check<Response extends CheckedResponse = CheckedResponse> = (response: Response) => string | null;

/** A check of a JSON value. Its parameter may have the type that the value should have. */
export type Predicate = {
  // A method, because only methods may narrow the type of their parameter, which is `unknown` for the caller.
  asked(value: unknown): boolean;
}['asked'];

/** An expected JSON value: anything that JSON can express. */
export type Expected = string | number | boolean | null | undefined | object;

export const isPredicate = (value: unknown): value is Predicate => typeof value === 'function';
