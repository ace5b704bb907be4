/** Whether something is still to come. Not `instanceof`: promises may come from another realm or library. */
export const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';

/** Goes on with a value, at once when it is here already: what is known in memory costs a request no promise. */
export const after = <Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(proceed) : proceed(value));

/**
 * What is made by the first call, and the same for every other. With a `require` it stands for a package that no boot
 * needs, where code is synchronous; elsewhere there is `import()`. It is then the package's CommonJS form, which shares no
 * classes with its ES modules.
 */
export const lazy = <Value extends {}>(make: () => Value): (() => Value) => {
  let made: Value | undefined;
  return () => (made ??= make());
};
