/** Whether a value is a promise. `instanceof` would miss promises of another realm or library. */
export const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Promise<Value>>).then === 'function';

/** Continues with a value. If it is not a promise, continues synchronously, which saves the request a promise. */
export const after = <Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(proceed) : proceed(value));

/**
 * Calls `make` once, on first use, and returns that value ever after. Use it with `require` where synchronous code needs a package that the
 * boot does not need; elsewhere use `import()`. `require` loads the CommonJS form of a package, which shares no classes with its ES
 * modules.
 */
export const lazy = <Value extends {}>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
