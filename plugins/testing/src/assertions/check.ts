import type { TestCookie } from './test-cookie.ts';

/** A complete reply. */
export interface ResponseParts {
  /** Method of the request. */
  readonly method: string;
  /** Path and query of the request, as they were sent. */
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

/** A response as assertions read it. */
export interface CheckedResponse extends ResponseParts {
  /** The body as UTF-8. */
  readonly text: string;
  readonly cookies: readonly TestCookie[];
  cookie(name: string): TestCookie | undefined;
}

/** An assertion on a response. Null if it holds, otherwise a message with the expected and the actual value. */
export type Check<Response extends CheckedResponse = CheckedResponse> = (response: Response) => string | null;

/** A question about a value of JSON. Its parameter may be typed as what the value should be. */
export type Predicate = {
  // A method, because only methods may narrow their parameter; for the caller the value is unknown.
  asked(value: unknown): boolean;
}['asked'];

/** The expected value of JSON: anything that can be written as JSON. */
export type Expected = string | number | boolean | null | undefined | object;

export const isPredicate = (value: unknown): value is Predicate => typeof value === 'function';
