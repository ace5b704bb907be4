import { errors } from '../errors/errors.ts';
import { describeValue } from '../errors/thrown.ts';
import { didYouMean } from '../names/nearest.ts';
import { type Duration, durationKeysOf, durations, seconds } from './duration.ts';

const openRecords = new WeakSet<object>();

/** Marks a default as open: applications may add keys of their own, for example named connections. */
export const openRecord = <Entry extends object>(entries: Entry): Entry => {
  openRecords.add(entries);
  return entries;
};

type NullKey<Entries> = { [Key in keyof Entries]-?: null extends Entries[Key] ? Key : never }[keyof Entries] & string;

const nullKeys = new WeakMap<object, readonly string[]>();

const nullKeysOf = (defaults: object): readonly string[] => nullKeys.get(defaults) ?? [];

/**
 * Marks defaults of a configuration that may be null, which switches off what they set. 0 and the empty string are refused
 * there (`E_CONFIG_NULL`), so that nothing has one name.
 *
 * @example orNull<MailConfig>({ host: 'localhost', reply_to: 'team@a.example' }, 'reply_to')
 */
export const orNull = <Entries extends object>(entries: Entries, ...keys: NullKey<Entries>[]): Entries => {
  nullKeys.set(entries, keys);
  return entries;
};

/** Two plugins' defaults of one file, as one object with the marks of both. */
export const joinDefaults = (first: object, second: object): object => {
  const both = [first, second];
  const joined = durations<object>({ ...first, ...second }, ...(both.flatMap(durationKeysOf) as never[]));
  return orNull(joined, ...(both.flatMap(nullKeysOf) as never[]));
};

/** Whether a value is an object literal, or one without prototype. */
export const isPlain = (value: unknown): value is Record<string, unknown> => {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** The value below `values` at the end of `keys`; undefined when an object on the way is missing. */
export const below = (values: unknown, keys: readonly PropertyKey[]): unknown =>
  keys.reduce<unknown>(
    (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
    values,
  );

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

/** Refuses null where a setting has no such value, and 0 and the empty string where null is what switches it off. */
const checkNothing = (
  { path, place }: { readonly path: string; readonly place: string },
  mayBeNull: boolean,
  marked: boolean,
  expected: unknown,
  value: unknown,
): void => {
  if (value === null && !mayBeNull)
    throw errors.E_CONFIG_TYPE({ path, place, expected: describe(expected), actual: 'null' });
  if (marked && (value === 0 || value === '')) throw errors.E_CONFIG_NULL({ path, place, value: describeValue(value) });
};

/**
 * Merges values over `base`, which is the defaults or what an earlier call returned for them. `undefined` keeps what is there;
 * lists and functions replace it whole; durations become seconds. `place` is where the values are written.
 * @throws E_CONFIG_UNKNOWN_KEY for a key without a default; E_CONFIG_TYPE for a value of another type than its default;
 * E_CONFIG_NULL for 0 or an empty string where null is the word.
 */
export const mergeConfig = (
  path: string,
  defaults: unknown,
  values: unknown,
  base: unknown = defaults,
  place: string = `config/${path}.ts`,
): unknown => {
  if (values === undefined) return base;
  if (!fits(defaults, values))
    throw errors.E_CONFIG_TYPE({ path, place, expected: describe(defaults), actual: describe(values) });
  if (!isPlain(defaults)) return values;
  const known = new Map(Object.entries(defaults));
  const merged = new Map(Object.entries(isPlain(base) ? base : defaults));
  const times = durationKeysOf(defaults);
  const nulls = nullKeysOf(defaults);
  const open = openRecords.has(defaults);
  for (const [key, given] of Object.entries(values as Record<string, unknown>)) {
    const where = `${path}.${key}`;
    if (!known.has(key) && !open) {
      const names = [...known.keys()];
      throw errors.E_CONFIG_UNKNOWN_KEY({ path: where, hint: didYouMean(key, names), known: names.join(', ') });
    }
    const usual = known.get(key);
    const value = typeof given === 'string' && times.includes(key) ? seconds(given as Duration, where) : given;
    const marked = nulls.includes(key);
    checkNothing({ path: where, place }, marked || open || (usual ?? null) === null, marked, usual, value);
    if (marked && value !== undefined && value !== null && !fits(usual, value))
      throw errors.E_CONFIG_TYPE({
        path: where,
        place,
        expected: `${describe(usual)} or null`,
        actual: describe(value),
      });
    merged.set(key, value === null ? null : mergeConfig(where, usual, value, merged.get(key) ?? usual, place));
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
