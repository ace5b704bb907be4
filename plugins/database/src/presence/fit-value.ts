import type { PresenceQuery } from '@taproot/core/plugin';
import type { ColumnKind } from '../catalog/column-kind.ts';

type Value = PresenceQuery['values'][number];

const digits = /^[+-]?\d{1,40}$/;
const number = /^[+-]?(?:\d{1,200}(?:\.\d{0,200})?|\.\d{1,200})(?:e[+-]?\d{1,3})?$/i;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const booleans = new Map<Value, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);

/**
 * The value as it is bound for a column. Undefined if no row can have the value. Engines would treat such a value differently: PostgreSQL
 * refuses it with an error; MySQL takes `1abc` as equal to 1, and every word as equal to 0.
 */
export const fitValue = (value: Value, column: ColumnKind): Value | undefined => {
  if (value === null) return null;
  // No database stores a zero character in a string. SQLite would compare only the part before it.
  if (typeof value === 'string' && value.includes('\0')) return undefined;
  switch (column.kind) {
    case 'integer':
      return fitInteger(value, column.least, column.most);
    case 'decimal':
      return fitDecimal(value);
    case 'boolean':
      return booleans.get(value);
    case 'uuid':
      return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined;
    case 'text':
      return String(value);
    default:
      return value;
  }
};

const fitInteger = (value: Value, least: bigint, most: bigint): bigint | undefined => {
  const whole = toInteger(value);
  return whole !== undefined && whole >= least && whole <= most ? whole : undefined;
};

const toInteger = (value: Value): bigint | undefined => {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && digits.test(value) ? BigInt(value.replace('+', '')) : undefined;
};

const fitDecimal = (value: Value): Value | undefined => {
  if (typeof value === 'string') return number.test(value) ? value : undefined;
  return typeof value === 'boolean' ? undefined : value;
};
