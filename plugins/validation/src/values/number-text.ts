import { readDecimal } from './decimal.ts';
import { longestNumeral, toText } from './scalars.ts';
import type { DeclaredKind } from './size.ts';

/** Returns a string that is equal for all values with the same meaning; null for values without one. */
type TextOf = (value: unknown) => string | null;

const plain = /^(?:0|-?[1-9]\d{0,15})$/;
// The most digits in plain form; longer numbers are written with a power of ten.
const mostPlainDigits = 16;

/** The same text for all spellings of a number: `7` for `+07`, `7.0` and `70e-1`. For other values, their text. */
const numberText: TextOf = (value) => {
  if (Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && value.length > longestNumeral) return value;
  // Trims, because the rule `integer` also ignores spaces around.
  const written = typeof value === 'string' ? value.trim() : value;
  if (typeof written === 'string' && plain.test(written)) return written;
  const decimal = readDecimal(written);
  if (decimal === null) return toText(value);
  const { sign, digits, exponent } = decimal;
  if (sign === 0) return '0';
  const minus = sign < 0 ? '-' : '';
  if (exponent >= digits.length && exponent <= mostPlainDigits) return minus + digits.padEnd(exponent, '0');
  return `${minus}.${digits}e${exponent}`;
};

/**
 * The text by which values of a field are compared. In a field of numbers, all spellings of a number are equal, because `00` becomes 0
 * there.
 */
export const textFor = (kind: DeclaredKind): TextOf => (kind === 'numeric' ? numberText : toText);
