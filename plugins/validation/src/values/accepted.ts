import { toNumber, toText, trimBlanks } from './scalars.ts';

const accepting = new Set(['yes', 'on', '1', 'true']);
const declining = new Set(['no', 'off', '0', 'false']);

/** Whether a value means yes: `yes`, `on`, `1`, `true` in any case and with spaces around, the number 1, true. */
export const isAccepted = (value: unknown): boolean => {
  if (typeof value === 'string') return accepting.has(trimBlanks(value).toLowerCase());
  return value === true || toNumber(value) === 1;
};

/** Whether a value means no: `no`, `off`, `0`, `false` in any case and with spaces around, the number 0, false. */
export const isDeclined = (value: unknown): boolean => {
  if (typeof value === 'string') return declining.has(trimBlanks(value).toLowerCase());
  return value === false || toNumber(value) === 0;
};

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
