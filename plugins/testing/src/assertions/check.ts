import type { TestResponse } from './test-response.ts';

/** An assertion on a response. Null if it holds, otherwise a message with the expected and the actual value. */
export type Check = (response: TestResponse) => string | null;

/** A question about a value of JSON. Its parameter may be typed as what the value should be. */
export type Predicate = {
  // A method, because only methods may narrow their parameter; for the caller the value is unknown.
  asked(value: unknown): boolean;
}['asked'];

/** The expected value of JSON: anything that can be written as JSON. */
export type Expected = string | number | boolean | null | undefined | object;

export const isPredicate = (value: unknown): value is Predicate => typeof value === 'function';
