import type { Input } from '../http/request.ts';

const isMap = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

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

/** The leading integer of a value's text. */
export const asInteger = (value: unknown): bigint | undefined => {
  const digits = /^\s*([+-]?\d{1,18})/.exec(asText(value) ?? '')?.[1];
  return digits === undefined ? undefined : BigInt(digits);
};

/** As `inputInt()` gives it. */
export const asInt = (value: unknown, fallback: number): number => {
  const integer = asInteger(value);
  return integer === undefined ? fallback : Number(integer);
};

/** As `inputBool()` gives it: true for exactly `1`, `true`, `on`, `yes`. */
export const asBool = (value: unknown, fallback: boolean): boolean => {
  const text = asText(value);
  return text === undefined ? fallback : ['1', 'true', 'on', 'yes'].includes(text);
};

/** A list as texts; anything else is a list of one, and nothing an empty one. */
export const asTexts = (value: unknown): string[] | undefined => {
  if (value === undefined || value === null) return undefined;
  return (Array.isArray(value) ? value : [value]).map((element) => asText(element) ?? '');
};

/** A map, or undefined. */
export const asMap = (value: unknown): Input | undefined => (isMap(value) ? value : undefined);
