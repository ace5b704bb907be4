import type { TestResponse } from './test-response.ts';

/** What an assertion asks of a response: null when it holds, else what was expected and what came instead. */
export type Check = (response: TestResponse) => string | null;

/** A question about a value of JSON. Its parameter may be typed as what the value should be. */
export type Predicate = {
  // As a method, because only methods may narrow their parameter; to whoever asks, the value is unknown.
  asked(value: unknown): boolean;
}['asked'];

/** What JSON may be expected to be: anything that has a meaning as JSON. */
export type Expected = string | number | boolean | null | undefined | object;

export const isPredicate = (value: unknown): value is Predicate => typeof value === 'function';
