import { compareDecimals, type Decimal, readDecimal } from './decimal.ts';
import { type Kind, sizeOf } from './size.ts';

/** A size without rounding. A number that came as text stays text. */
export type Size = number | bigint | string;

/** Like `sizeOf()`, without rounding. */
export const measure = (value: unknown, kind: Kind): Size | null => {
  const size = sizeOf(value, kind);
  if (kind !== 'numeric' || size === null) return size;
  return typeof value === 'string' || typeof value === 'bigint' ? value : size;
};

/** Below zero when `a` is less than `b`, zero when they are equal, above zero when it is greater. */
export const compareSizes = (a: Size, b: Size): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compareDecimals(exactly(a), exactly(b));
};

/** A number that a rule names, read once and compared with many sizes. */
export class Limit {
  readonly #decimal: Decimal;
  readonly #number: number;
  /** Whether the double has exactly the value of the string. */
  readonly #plain: boolean;

  private constructor(decimal: Decimal, text: string) {
    this.#decimal = decimal;
    this.#number = Number(text);
    this.#plain = compareDecimals(decimal, exactly(this.#number)) === 0;
  }

  /** Null when the string is not a number. */
  static read(text: string): Limit | null {
    const decimal = readDecimal(text);
    return decimal === null ? null : new Limit(decimal, text);
  }

  /** The limit as a double; NaN when a double would round it. */
  get exact(): number {
    return this.#plain ? this.#number : Number.NaN;
  }

  /** Below zero when `size` is less than the limit, zero when it is equal, above zero when it is greater. */
  compare(size: Size): number {
    if (this.#plain && typeof size === 'number') return size - this.#number;
    if (this.#plain && typeof size === 'string' && fitsDouble(size)) return Number(size) - this.#number;
    return compareDecimals(exactly(size), this.#decimal);
  }
}

/** A double holds up to 15 digits exactly, and keeps their order. */
const fitsDouble = (numeral: string): boolean => numeral.length <= 15 && !/e/i.test(numeral);

const exactly = (size: Size): Decimal => readDecimal(size) ?? { sign: 0, digits: '', exponent: 0 };
