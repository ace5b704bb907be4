const index = /^(?:0|[1-9]\d{0,9})$/;

/** Whether a key is the index of a list: `0`, `12`, never `01` or `length`. */
export const isIndex = (key: string | number): boolean => typeof key === 'number' || index.test(key);

/** What a list or object holds under `key` by itself; undefined when nothing. Inherited members are not data. */
export const own = (container: unknown, key: string | number): unknown => {
  if (typeof container !== 'object' || container === null) return undefined;
  if (Array.isArray(container)) return isIndex(key) ? (container[Number(key)] as unknown) : undefined;
  return Object.hasOwn(container, key) ? (container as Record<string | number, unknown>)[key] : undefined;
};
