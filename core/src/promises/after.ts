import { isPromise } from './is-promise.ts';

/** Goes on with a value, at once when it is here already: what is known in memory costs a request no promise. */
export const after = <Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(proceed) : proceed(value));
