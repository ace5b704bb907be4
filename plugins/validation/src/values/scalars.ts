/** Like `toText()`, but with numbers in plain digits: `100000000000000000000000` where JavaScript writes `1e+23`. */
export const plainText = (value: unknown): string | null => {
  const text = toText(value);
  return typeof value === 'number' && text !== null && text.includes('e') ? spread(text) : text;
};

const spread = (number: string): string => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d)\.?(\d*)e(.+)$/.exec(number) ?? [];
  const shift = Number(power);
  // JavaScript writes exponents only below -6 and above 20, so the point never comes between the digits.
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, '0');
};

/**
 * A string without spaces (U+0020) at its ends. Not `trim()`: otherwise a line break, a tab or a byte order mark around a value could get
 * into headers, logs and CSV files.
 */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
};

/** The text of a scalar, for comparisons in rules. Null for values without a text (null, absent, lists, maps, files). */
export const toText = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return null;
};

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The longest number as text, in characters. A longer one could take long to read. */
export const longestNumeral = 1000;

/** A finite number, a bigint or a decimal numeral (`-1.5e3`) as a number; null for anything else, including booleans and null. */
export const toNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.length > longestNumeral || !numeric.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
