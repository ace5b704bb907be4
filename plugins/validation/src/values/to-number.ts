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
