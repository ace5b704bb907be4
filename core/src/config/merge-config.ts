import { errors } from '../errors.ts';
import { didYouMean } from '../nearest.ts';

const openRecords = new WeakSet<object>();

/** Marks a default as open: the author may add keys of their own, for example named connections. */
export const openRecord = <Entry extends object>(entries: Entry): Entry => {
  openRecords.add(entries);
  return entries;
};

const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const scalars = new Set(['string', 'number', 'boolean']);
const describe = (value: unknown): string => (Array.isArray(value) ? 'list' : value === null ? 'null' : typeof value);

const checkType = (path: string, expected: unknown, actual: unknown): void => {
  const nested = isPlain(expected) && !isPlain(actual);
  const scalar = scalars.has(typeof expected) && scalars.has(typeof actual) && typeof expected !== typeof actual;
  const list = Array.isArray(expected) && isPlain(actual);
  if (nested || scalar || list || (typeof actual === 'number' && Number.isNaN(actual)))
    throw errors.E_CONFIG_TYPE({
      path,
      expected: describe(expected),
      actual: Number.isNaN(actual) ? 'NaN' : describe(actual),
    });
};

/**
 * Defaults with the author's values over them. A key without a default is `E_CONFIG_UNKNOWN_KEY`, a scalar of another
 * kind than its default `E_CONFIG_TYPE`; `undefined` keeps the default; lists and functions replace it whole.
 */
export const mergeConfig = (path: string, defaults: unknown, values: unknown): unknown => {
  if (values === undefined) return defaults;
  if (!isPlain(defaults)) return values;
  checkType(path, defaults, values);
  const merged: Record<string, unknown> = { ...defaults };
  for (const [key, value] of Object.entries(values as Record<string, unknown>)) {
    const where = `${path}.${key}`;
    if (!Object.hasOwn(defaults, key)) {
      if (!openRecords.has(defaults)) {
        const known = Object.keys(defaults);
        throw errors.E_CONFIG_UNKNOWN_KEY({ path: where, hint: didYouMean(key, known), known: known.join(', ') });
      }
      merged[key] = value;
      continue;
    }
    if (value !== undefined && !isPlain(defaults[key])) checkType(where, defaults[key], value);
    merged[key] = mergeConfig(where, defaults[key], value);
  }
  return merged;
};

/** Freezes plain objects and lists all the way down; instances of classes are left as they are. */
export const deepFreeze = <Value>(value: Value): Value => {
  if (!isPlain(value) && !Array.isArray(value)) return value;
  if (Object.isFrozen(value)) return value;
  Object.freeze(value);
  for (const entry of Object.values(value)) deepFreeze(entry);
  return value;
};
