/** Whether something is still to come. Not `instanceof`: promises may come from another realm or library. */
export const isPromise = <Value>(value: Value | Promise<Value>): value is Promise<Value> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
