import { toNumber } from './scalars.ts';

/** A number without rounding: its sign times 0.digits times 10^exponent. */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  /** Significant digits, without zeros at either end; empty for zero. */
  readonly digits: string;
  readonly exponent: number;
}

const numeral = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE](.+))?$/;

/** Reads a value that `toNumber` accepts, digit by digit; null for anything else. */
export const readDecimal = (value: unknown): Decimal | null => {
  if (toNumber(value) === null) return null;
  const [, sign, whole = '', fraction = '', power = '0'] = numeral.exec(String(value)) ?? [];
  const all = whole + fraction;
  let first = 0;
  while (all[first] === '0') first++;
  let end = all.length;
  while (end > first && all[end - 1] === '0') end--;
  if (first === end) return { sign: 0, digits: '', exponent: 0 };
  return {
    sign: sign === '-' ? -1 : 1,
    digits: all.slice(first, end),
    exponent: whole.length - first + Number(power),
  };
};

/** Below zero when `a` is less than `b`, zero when they are equal, above zero when it is greater. */
export const compareDecimals = (a: Decimal, b: Decimal): number => {
  if (a.sign !== b.sign) return a.sign - b.sign;
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -a.sign : a.sign;
  if (a.digits === b.digits) return 0;
  return a.digits < b.digits ? -a.sign : a.sign;
};

/** Whether `value` is a multiple of `step`, which must not be zero. */
export const isMultipleOf = (value: Decimal, step: Decimal): boolean => {
  if (value.sign === 0) return true;
  // Scales both numbers to integers by adding zeros. Few digits are needed: the value is a double, and the rule's
  // author wrote the step. The last digit of `value` is not zero, so it cannot be a multiple of a step with more zeros.
  const zeros = value.exponent - value.digits.length - (step.exponent - step.digits.length);
  if (zeros < 0) return false;
  return BigInt(value.digits + '0'.repeat(zeros)) % BigInt(step.digits) === 0n;
};
