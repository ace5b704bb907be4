import type { Input } from '@taproot/core';

const isMap = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** A copy without prototype, so that no name is ever an inherited member. */
export const bare = <Value>(members: Readonly<Record<string, Value>> = {}): Record<string, Value> =>
  Object.assign(Object.create(null) as Record<string, Value>, members);

/** The value at a dot path: own members only; undefined when absent. */
export const valueAt = (data: unknown, path: string): unknown => {
  let value = data;
  for (const segment of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
};

/** As `input()` gives it: lists joined by commas, maps as JSON, null as absent. */
export const asText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return undefined;
  if (Array.isArray(value)) return value.map((element) => asText(element) ?? '').join(',');
  return JSON.stringify(value);
};

/** The leading integer of a value's text; undefined beyond 64 bits. */
export const asInteger = (value: unknown): bigint | undefined => {
  const digits = /^\s*([+-]?\d+)/.exec(asText(value) ?? '')?.[1];
  if (digits === undefined) return undefined;
  const integer = BigInt(digits);
  return BigInt.asIntN(64, integer) === integer ? integer : undefined;
};

/** As `inputInt()` gives it. */
export const asInt = (value: unknown, fallback: number): number => {
  const integer = Number(asInteger(value) ?? Number.NaN);
  return Number.isSafeInteger(integer) ? integer : fallback;
};

/** As `inputBool()` gives it: true for exactly `1`, `true`, `on`, `yes`. */
export const asBool = (value: unknown, fallback: boolean): boolean => {
  const text = asText(value);
  return text === undefined ? fallback : ['1', 'true', 'on', 'yes'].includes(text);
};

/** As `inputArray()` gives it: of a single value a list of one, of the empty text an empty one; undefined of a map. */
export const asTexts = (value: unknown): string[] | undefined => {
  if (Array.isArray(value)) return value.map((element) => asText(element) ?? '');
  const text = isMap(value) ? undefined : asText(value);
  if (text === undefined) return undefined;
  return text === '' ? [] : [text];
};

/** A map, or undefined. */
export const asMap = (value: unknown): Input | undefined => (isMap(value) ? value : undefined);

/** A list of maps; undefined where anything in it is none. */
export const asMaps = (value: unknown): Input[] | undefined =>
  Array.isArray(value) && value.every(isMap) ? value : undefined;
