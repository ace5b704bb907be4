import { isFile, isMap } from './input-map.ts';

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

// The longest text for BigInt(), which takes more than linear time. A 64-bit integer needs fewer characters.
const LONGEST_INTEGER = 40;

// Leaves out uploaded files, because their JSON would reveal the path of the temporary file.
const withoutFiles = (_key: string, value: unknown): unknown => (isFile(value) ? undefined : value);

const elementText = (element: unknown): string =>
  Array.isArray(element) ? JSON.stringify(element, withoutFiles) : (toText(element) ?? '');

/** The elements of a list as text: null as the empty text, lists and maps as JSON; files are left out. */
export const toTexts = (list: readonly unknown[]): string[] =>
  list.filter((element) => !isFile(element)).map(elementText);

/** A value of the input as text; undefined for null, undefined and files. */
export const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value)) return toTexts(value).join(',');
  return isMap(value) ? JSON.stringify(value, withoutFiles) : undefined;
};

const leadingInteger = (value: unknown): string | undefined => {
  const digits = /^\s*([+-]?\d+)/.exec(toText(value) ?? '')?.[1];
  return digits === undefined || digits.length > LONGEST_INTEGER ? undefined : digits;
};

/**
 * The integer at the start of a value's string, such as 12 for `12px`. The fallback if there is none, or if a number
 * cannot hold it exactly.
 */
export const toInt = (value: unknown, fallback: number): number => {
  // Cuts a number instead of reading its text, because the text of 1e21 begins with 1.
  const integer = typeof value === 'number' ? Math.trunc(value) : Number(leadingInteger(value) ?? Number.NaN);
  // Adding 0 turns -0 into 0.
  return Number.isSafeInteger(integer) ? integer + 0 : fallback;
};

const cut = (value: number): bigint | undefined => (Number.isFinite(value) ? BigInt(Math.trunc(value)) : undefined);

const readBigInt = (value: unknown): bigint | undefined => {
  const digits = leadingInteger(value);
  // BigInt() reads `-1`, but not `+1`.
  return digits === undefined ? undefined : BigInt(digits.replace('+', ''));
};

/** Like `toInt()`, for signed 64-bit integers. */
export const toInt64 = (value: unknown, fallback: bigint): bigint => {
  const integer = typeof value === 'number' ? cut(value) : readBigInt(value);
  return integer === undefined || integer < INT64_MIN || integer > INT64_MAX ? fallback : integer;
};

/** True for exactly `1`, `true`, `on` and `yes`, in lower case. */
export const toBool = (text: string): boolean => text === '1' || text === 'true' || text === 'on' || text === 'yes';
