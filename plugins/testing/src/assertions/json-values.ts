import { isRegExp } from 'node:util/types';
import { isPredicate } from './check.ts';
import { absent, brief, jsonDifferences } from './json-differences.ts';
import { getPath, isMap } from './json-path.ts';

/** A JSON value, and its path for messages. */
export interface Place {
  readonly value: unknown;
  readonly path: string;
}

const named = (path: string): string => (path === '' ? 'the root' : path);

/** The place at a dot path below another place; the empty path means that place itself. Without a value there, it is `absent`. */
export const placeAt = ({ value, path }: Place, inner: string): Place => {
  if (inner === '') return { value, path };
  const found = getPath(value, inner);
  return { value: found === undefined ? absent : found, path: path === '' ? inner : `${path}.${inner}` };
};

const patternFault = ({ value, path }: Place, pattern: RegExp): string | null => {
  const shown = typeof value === 'string' ? brief(value) : `${brief(value)}, which is no string`;
  // Not `test()`, because with the flag `g` its result depends on the call before.
  return typeof value === 'string' && value.search(pattern) !== -1
    ? null
    : `Expected ${named(path)} to match ${String(pattern)}, but it is ${shown}.`;
};

/** The fault of a value that must be exactly this one, match a pattern, or satisfy the predicate. */
export const valueFault = (place: Place, expected: unknown): string | null => {
  const { value, path } = place;
  const asks = isPredicate(expected) || isRegExp(expected);
  if (!asks) return jsonDifferences(expected, value, 'whole', path);
  if (value === absent) return `Expected ${named(path)}, but it is missing.`;
  if (isRegExp(expected)) return patternFault(place, expected);
  return expected(value) ? null : `The value at ${named(path)} is not accepted: ${brief(value)}.`;
};

export const presenceFault = ({ value, path }: Place): string | null =>
  value === absent ? `Expected ${named(path)}, but it is missing.` : null;

export const absenceFault = ({ value, path }: Place): string | null =>
  value === absent ? null : `Expected nothing at ${named(path)}, but there is ${brief(value)}.`;

/** The fault of a value that must have this number of elements or keys. */
export const countFault = ({ value, path }: Place, expected: number): string | null => {
  if (!Array.isArray(value) && !isMap(value))
    return `Expected ${expected} elements at ${named(path)}, but there is ${brief(value)}.`;
  const count = Array.isArray(value) ? value.length : Object.keys(value).length;
  return count === expected ? null : `Expected ${expected} elements at ${named(path)}, but there are ${count}.`;
};
