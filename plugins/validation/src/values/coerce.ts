import { compareDecimals, readDecimal } from './decimal.ts';
import { toNumber } from './scalars.ts';

/**
 * How a rule changes a value for callers that want the types of their rules. `same` is the value as it came, but never the
 * blank string on which rules are skipped.
 */
export type Coercion = 'file' | 'integer' | 'number' | 'boolean' | 'same';

/** Where rules of one field ask for several, the first of these counts. */
export const byPriority: readonly Coercion[] = ['file', 'integer', 'number', 'boolean', 'same'];

/** Turns a value that passed its rules into its type; undefined when that would say something else. */
export type Convert = (value: unknown) => unknown;

const truths = new Set(['true', '1', 'on', 'yes']);

// The limit of toPrecision(). No double needs more than 17 digits to be unique.
const mostDigits = 100;

// Doubles nearer to zero have fewer digits, down to none.
const leastExact = 2.3e-308;

/** Whether a number, written with as many digits, is the numeral again: no cent gets lost. */
const keepsDigits = (numeral: unknown, number: number): boolean => {
  const decimal = readDecimal(numeral);
  if (decimal === null || decimal.digits.length > mostDigits) return false;
  if (decimal.sign === 0) return true;
  if (decimal.digits.length <= 15 && Math.abs(number) >= leastExact) return true;
  const written = readDecimal(number.toPrecision(decimal.digits.length));
  return written !== null && compareDecimals(decimal, written) === 0;
};

/** How each is done. */
export const converters: Readonly<Record<Coercion, Convert>> = {
  // Several files are for fields that are lists.
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
