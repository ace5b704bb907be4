/** Whether something is still to come. Not `instanceof`: promises may come from another realm or library. */
export const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Promise<Value>>).then === 'function';

/** Continues with a value: synchronously if it is not a promise, so that values in memory cost a request no promise. */
export const after = <Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(proceed) : proceed(value));

/**
 * Calls `make` once, on first use, and returns that value ever after. With a `require` it loads a package that no boot needs,
 * where code is synchronous; elsewhere use `import()`. It loads the CommonJS form of the package, which shares no classes with
 * its ES modules.
 */
export const lazy = <Value extends {}>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
