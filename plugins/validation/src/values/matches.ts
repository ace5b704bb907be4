import { toText } from './scalars.ts';

/**
 * Whether the value of another field is one of those in a rule, compared as strings: 1 matches `1`, true matches `true`
 * and `1`, false matches `false` and `0`, null and absent match `null`.
 */
export const matchesAny = (value: unknown, wanted: readonly string[]): boolean => {
  if (value === undefined || value === null) return wanted.includes('null');
  if (value === true) return wanted.includes('true') || wanted.includes('1');
  if (value === false) return wanted.includes('false') || wanted.includes('0');
  const text = toText(value);
  return text !== null && wanted.includes(text);
};
