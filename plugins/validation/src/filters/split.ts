import { defineFilter, type FilterDefinition, onText } from './filter.ts';
import { toInteger } from './to-integer.ts';
import { toTime } from './to-time.ts';

const split = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Filters that split a string. A part that is not a number stays a string. */
export const splitFilters: readonly FilterDefinition[] = [
  defineFilter({
    name: 'str_to_ints',
    deprecated: ['str2ints', 'strToInts'],
    apply: onText((text) => split(text).map(toInteger)),
  }),
  defineFilter({ name: 'str_to_array', deprecated: ['str2arr', 'str2array', 'strToArray'], apply: onText(split) }),
  defineFilter({ name: 'str_to_time', deprecated: ['str2time', 'strToTime'], apply: toTime }),
];
