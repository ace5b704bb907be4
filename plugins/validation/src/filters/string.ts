import { defineFilter, type FilterDefinition, onText } from './filter.ts';
import {
  camelCase,
  lowerFirst,
  snakeCase,
  titleCase,
  upperFirst,
  wholeLowerCase,
  wholeUpperCase,
} from './letter-case.ts';
import { toInteger } from './to-integer.ts';
import { toTime } from './to-time.ts';

const text = (name: string, deprecated: readonly string[], convert: (text: string) => string): FilterDefinition =>
  defineFilter({ name, deprecated, apply: onText(convert) });

const blank = /[ \t\r\n]/;

const trimLeft = (from: string): string => from.replace(/^[ \t\r\n]+/, '');

/** A loop, because an expression would start again at every space inside of the string. */
const trimRight = (from: string): string => {
  let end = from.length;
  while (end > 0 && blank.test(from.charAt(end - 1))) end--;
  return from.slice(0, end);
};

/** Filters that tidy strings. Numbers and booleans become strings; null, lists, maps and files stay unchanged. */
export const stringFilters: readonly FilterDefinition[] = [
  text('trim', ['trimSpace'], (from) => from.trim()),
  text('ltrim', ['trimLeft'], trimLeft),
  text('rtrim', ['trimRight'], trimRight),
  text('lower', ['lowercase'], wholeLowerCase),
  text('upper', ['uppercase'], wholeUpperCase),
  text('title', ['ucWord', 'upperWord'], titleCase),
  text('ucfirst', ['ucFirst', 'upperFirst'], upperFirst),
  text('lcfirst', ['lcFirst', 'lowerFirst'], lowerFirst),
  text('camel', ['camelCase'], camelCase),
  text('snake', ['snakeCase'], snakeCase),
];

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
