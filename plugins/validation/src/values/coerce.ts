import { compareDecimals, readDecimal } from './decimal.ts';
import { toNumber } from './scalars.ts';

/**
 * How a rule changes a value for callers that want the types of their rules. `same` is the unchanged value, but never a blank string,
 * because rules skip it.
 */
export type Coercion = 'file' | 'integer' | 'number' | 'boolean' | 'same';

/** If rules of one field need several, the first of these counts. */
export const byPriority: readonly Coercion[] = ['file', 'integer', 'number', 'boolean', 'same'];

/** Converts a value that passed its rules to its type; undefined when that would change its meaning. */
export type Convert = (value: unknown) => unknown;

const truths = new Set(['true', '1', 'on', 'yes']);

// The limit of toPrecision(). No double needs more than 17 digits to be unique.
const mostDigits = 100;

// Doubles nearer to zero have fewer exact digits.
const leastExact = 2.3e-308;

/** Whether a number, written with as many digits, gives the same text again, so that no digit is lost. */
const keepsDigits = (numeral: unknown, number: number): boolean => {
  const decimal = readDecimal(numeral);
  if (decimal === null || decimal.digits.length > mostDigits) return false;
  if (decimal.sign === 0) return true;
  if (decimal.digits.length <= 15 && Math.abs(number) >= leastExact) return true;
  const written = readDecimal(number.toPrecision(decimal.digits.length));
  return written !== null && compareDecimals(decimal, written) === 0;
};

/** The function for each conversion. */
export const converters: Readonly<Record<Coercion, Convert>> = {
  // A list of files is only for fields that are lists.
  file: (value) => (Array.isArray(value) ? undefined : value),
  integer: (value) => {
    const number = typeof value === 'string' || typeof value === 'bigint' ? Number(value) : value;
    return Number.isSafeInteger(number) ? number : undefined;
  },
  number: (value) => {
    if (typeof value === 'number') return value;
    const number = toNumber(value);
    return number !== null && keepsDigits(value, number) ? number : undefined;
  },
  boolean: (value) =>
    typeof value === 'string' ? truths.has(value.trim().toLowerCase()) : value === true || value === 1,
  same: (value) => value,
};

/** Messages for values that pass their rules and cannot be coerced. */
export const refusals: Readonly<Partial<Record<Coercion, string>>> = {
  file: 'single_file',
  integer: 'safe_integer',
  number: 'exact_number',
};
