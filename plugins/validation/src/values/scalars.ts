/** As `toText`, with numbers in plain digits: `100000000000000000000000` where JavaScript writes `1e+23`. */
export const plainText = (value: unknown): string | null => {
  const text = toText(value);
  return typeof value === 'number' && text !== null && text.includes('e') ? spread(text) : text;
};

const spread = (number: string): string => {
  const [, sign = '', whole = '', fraction = '', power = '0'] = /^(-?)(\d)\.?(\d*)e(.+)$/.exec(number) ?? [];
  const shift = Number(power);
  // JavaScript writes powers below -6 and above 20 only: the point never falls among the digits.
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${whole}${fraction}`;
  return sign + whole + fraction.padEnd(shift, '0');
};

/**
 * A string without spaces (U+0020) at its ends. Not `trim()`: a line break, a tab or a byte order mark within a number or a
 * yes ends up in headers, logs and lines of CSV.
 */
export const trimBlanks = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
};

/** A value as the text that rules compare: scalars only. Null for what has no text (null, absent, lists, maps, files). */
export const toText = (value: unknown): string | null => {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return null;
};

const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** No sensible number is written in more characters; to read a longer one may take long. */
export const longestNumeral = 1000;

/** A finite number, a bigint or a decimal numeral (`-1.5e3`) as a number; null for anything else, booleans and null too. */
export const toNumber = (value: unknown): number | null => {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'string' || value.length > longestNumeral || !numeric.test(value)) return null;
  const number = Number(value);
  return Number.isFinite(number) ? number : null;
};
