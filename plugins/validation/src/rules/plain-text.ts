import { toText } from '../values/to-text.ts';

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
