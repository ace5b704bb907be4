import { plainText, toNumber } from '../values/scalars.ts';
import { defineFilter, type FilterDefinition } from './filter.ts';
import { toInteger } from './to-integer.ts';
import { toTime } from './to-time.ts';

const yes = new Set(['1', 't', 'true', 'yes', 'on']);
const no = new Set(['0', 'f', 'false', 'no', 'off']);

const toNatural = (value: unknown): unknown => {
  const integer = toInteger(value);
  return typeof integer === 'number' && integer < 0 ? value : integer;
};

const toFloat = (value: unknown): unknown => {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'string' ? (toNumber(value) ?? value) : value;
};

const toBoolean = (value: unknown): unknown => {
  if (typeof value === 'number') return Number.isNaN(value) ? value : value !== 0;
  if (typeof value !== 'string') return value;
  const word = value.toLowerCase();
  if (yes.has(word)) return true;
  return no.has(word) ? false : value;
};

/** Filters that change the type of a value. A value that cannot be converted stays unchanged, so that the rules can refuse it. */
export const convertFilters: readonly FilterDefinition[] = [
  defineFilter({ name: 'to_int', aliases: ['int'], deprecated: ['toInt', 'integer'], apply: toInteger }),
  defineFilter({ name: 'to_int64', aliases: ['int64'], deprecated: ['toInt64'], apply: toInteger }),
  defineFilter({ name: 'to_uint', aliases: ['uint'], deprecated: ['toUint'], apply: toNatural }),
  defineFilter({ name: 'to_float', aliases: ['float'], deprecated: ['toFloat'], apply: toFloat }),
  defineFilter({ name: 'to_bool', aliases: ['bool'], deprecated: ['toBool'], apply: toBoolean }),
  defineFilter({ name: 'to_string', deprecated: ['toString'], apply: (value) => plainText(value) ?? value }),
  defineFilter({ name: 'to_time', deprecated: ['toTime'], apply: toTime }),
];
