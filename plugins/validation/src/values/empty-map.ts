/** A map without prototype. Not `Object.create(null)`, which makes a hash table: slow to fill and to read. */
export const emptyMap = <Value>(): Record<string, Value> => Object.setPrototypeOf({}, null) as Record<string, Value>;
