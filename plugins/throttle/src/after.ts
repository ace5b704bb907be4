const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value;

/** Goes on with a value, at once when it is here already: limits counted in memory cost no promise. */
export const after = <Value, Result>(
  value: Value | Promise<Value>,
  proceed: (value: Value) => Result | Promise<Result>,
): Result | Promise<Result> => (isPromise(value) ? value.then(proceed) : proceed(value));
