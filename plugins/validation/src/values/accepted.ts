import { toNumber, trimBlanks } from './scalars.ts';

const accepting = new Set(['yes', 'on', '1', 'true']);
const declining = new Set(['no', 'off', '0', 'false']);

/** `yes`, `on`, `1`, `true` in any case and with spaces around, the number 1, true. */
export const isAccepted = (value: unknown): boolean => {
  if (typeof value === 'string') return accepting.has(trimBlanks(value).toLowerCase());
  return value === true || toNumber(value) === 1;
};

/** `no`, `off`, `0`, `false` in any case and with spaces around, the number 0, false. */
export const isDeclined = (value: unknown): boolean => {
  if (typeof value === 'string') return declining.has(trimBlanks(value).toLowerCase());
  return value === false || toNumber(value) === 0;
};
