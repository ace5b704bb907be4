import { errors } from '../errors/errors.ts';
import { didYouMean } from '../names/nearest.ts';
import { type Duration, durationKeysOf, seconds } from './duration.ts';

const openRecords = new WeakSet<object>();

/** Marks a default as open: applications may add keys of their own, for example named connections. */
export const openRecord = <Entry extends object>(entries: Entry): Entry => {
  openRecords.add(entries);
  return entries;
};

/** Whether a value is an object literal, or one without prototype. */
export const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

const scalars = new Set(['string', 'number', 'boolean']);

const describe = (value: unknown): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'object' || isPlain(value)) return typeof value;
  return value === null ? 'null' : value.constructor.name;
};

// A default shows only one of the types that a key may have. So this refuses only values that can never be right; the
// compiler checks the rest.
const fits = (expected: unknown, actual: unknown): boolean => {
  if (Number.isNaN(actual)) return false;
  if (isPlain(expected)) return isPlain(actual);
  // Some settings with a list may also have another type, such as a number of proxies. But a single entry without its
  // list is refused.
  if (Array.isArray(expected))
    return !isPlain(actual) && !['string', 'boolean'].includes(typeof actual) && actual !== null;
  return !scalars.has(typeof expected) || !scalars.has(typeof actual) || typeof expected === typeof actual;
};

/**
 * Merges the values of the application over the defaults. `undefined` keeps the default; lists and functions replace it whole;
 * durations become seconds.
 * @throws E_CONFIG_UNKNOWN_KEY for a key without a default; E_CONFIG_TYPE for a value of another type than its default.
 */
export const mergeConfig = (path: string, defaults: unknown, values: unknown): unknown => {
  if (values === undefined) return defaults;
  if (!fits(defaults, values))
    throw errors.E_CONFIG_TYPE({
      path,
      file: path.split('.', 1).join(),
      expected: describe(defaults),
      actual: describe(values),
    });
  if (!isPlain(defaults)) return values;
  const merged = new Map(Object.entries(defaults));
  const times = durationKeysOf(defaults);
  for (const [key, value] of Object.entries(values as Record<string, unknown>)) {
    const where = `${path}.${key}`;
    if (!merged.has(key) && !openRecords.has(defaults)) {
      const known = [...merged.keys()];
      throw errors.E_CONFIG_UNKNOWN_KEY({ path: where, hint: didYouMean(key, known), known: known.join(', ') });
    }
    const isTime = typeof value === 'string' && times.includes(key);
    merged.set(key, mergeConfig(where, merged.get(key), isTime ? seconds(value as Duration, where) : value));
  }
  return Object.fromEntries(merged);
};

/**
 * A frozen copy, all the way down, of plain objects and lists; functions and instances of classes are kept as they are.
 * The value itself is not frozen, and later changes of it do not reach the copy.
 */
export const frozenCopy = <Value>(value: Value): Value => copyOf(value) as Value;

const copyOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return Object.freeze(value.map(copyOf));
  if (!isPlain(value)) return value;
  return Object.freeze(Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, copyOf(entry)])));
};
