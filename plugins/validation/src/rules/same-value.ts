import { isMap } from '../values/is-map.ts';
import { toText } from '../values/to-text.ts';

const maxDepth = 64;

/**
 * Whether two values are one: scalars by their text (1 is `1`, but true is not `1` and null is not ``), lists and maps
 * entry by entry, anything else by identity. What is nested deeper than 64 levels is never the same.
 */
export const sameValue = (a: unknown, b: unknown, depth = 0): boolean => {
  const text = toText(a);
  if (text !== null) return text === toText(b);
  if (depth > maxDepth) return false;
  if (Array.isArray(a)) return Array.isArray(b) && sameList(a, b, depth);
  if (isMap(a)) return isMap(b) && sameMap(a, b, depth);
  return a === b;
};

const sameList = (a: readonly unknown[], b: readonly unknown[], depth: number): boolean =>
  a.length === b.length && a.every((entry, i) => sameValue(entry, b[i], depth + 1));

const sameMap = (a: Record<string, unknown>, b: Record<string, unknown>, depth: number): boolean => {
  const keys = Object.keys(a);
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => Object.hasOwn(b, key) && sameValue(a[key], b[key], depth + 1));
};
