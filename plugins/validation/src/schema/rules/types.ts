import type { JsonSchema } from '../../json-schema/json-schema.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

/** A pattern for whole numbers up to this one, without sign and leading zeros. */
export const upTo = (most: string): string => {
  const shorter = most.length > 1 ? [`\\d{1,${most.length - 1}}`] : [];
  const alternatives = most.split('').flatMap((digit, at) => {
    const left = most.length - at - 1;
    const highest = Number(digit) - (left === 0 ? 0 : 1);
    if (highest < 0) return [];
    const digits = left === 0 ? '' : left === 1 ? '\\d' : `\\d{${left}}`;
    return [`${most.slice(0, at)}${highest === 0 ? '0' : `[0-${highest}]`}${digits}`];
  });
  return [...shorter, ...alternatives].join('|');
};

// Limits the length of a number as text, including spaces.
const inLength = '(?=.{1,1000}$)';
const safe = `0*(?:${upTo(String(Number.MAX_SAFE_INTEGER))})`;

/** Patterns of whole numbers as strings. A number can hold the `safe` ones exactly. */
export const integerPatterns = {
  integer: { any: `^${inLength} *[+-]?\\d+ *$`, safe: `^${inLength} *[+-]?${safe} *$` },
  natural: { any: `^${inLength} *(?:\\+?\\d+|-0+) *$`, safe: `^${inLength} *(?:\\+?${safe}|-0+) *$` },
} as const;

const largest = Number.MAX_SAFE_INTEGER;

/** Whether the rule has the option `strict`, with which strings fail. */
const isStrict = ({ parameters, mode, gap }: RuleUse): boolean => {
  if (parameters[0] !== 'strict') return false;
  if (mode === 'text') gap('no text passes a strict rule');
  return true;
};

const whole =
  (kind: keyof typeof integerPatterns, least: number) =>
  (use: RuleUse): JsonSchema => {
    const bounds = use.typed ? { minimum: least, maximum: largest } : least === 0 ? { minimum: 0 } : {};
    if (isStrict(use) || use.advised) return { type: 'integer', ...bounds };
    return { type: ['integer', 'string'], ...bounds, pattern: integerPatterns[kind][use.typed ? 'safe' : 'any'] };
  };

const numeral = '^[+-]?(?:\\d+(?:\\.\\d*)?|\\.\\d+)(?:[eE][+-]?\\d+)?$';

const number = (use: RuleUse): JsonSchema => {
  if (isStrict(use) || use.advised) return { type: 'number' };
  return { type: ['number', 'string'], pattern: numeral };
};

const words = ['true', 'false', 'on', 'off', 'yes', 'no'];

/** A pattern for a word in any case, because JSON Schema has no flags. */
const inAnyCase = (word: string): string => word.replaceAll(/./g, (letter) => `[${letter}${letter.toUpperCase()}]`);

const boolean = (use: RuleUse): JsonSchema => {
  if (isStrict(use) || use.advised) return { type: 'boolean' };
  return {
    type: ['boolean', 'integer', 'string'],
    minimum: 0,
    maximum: 1,
    pattern: `^ *(?:1|0|${words.map(inAnyCase).join('|')}) *$`,
  };
};

const numeric: RuleSchema = {
  exactness: 'inexact',
  beyond: 'strings with more digits than a number holds; `numeric:strict` is exact',
  solid: true,
  exactIn: ({ parameters, advised }) => parameters[0] === 'strict' || advised,
  value: number,
};

/** A map or list without other keys than these; the keys of a list are its indexes. */
export const onlyKeys = ({ parameters }: RuleUse): JsonSchema => {
  const keys = [...new Set(parameters)];
  let entries = 0;
  while (keys.includes(String(entries))) entries++;
  return { type: ['array', 'object'], maxItems: entries, propertyNames: { enum: keys } };
};

/** Rules on the type of a value. */
export const typeSchemas: RuleSchemas = {
  string: {
    exactness: 'inexact',
    beyond: 'strings with NUL or an unpaired surrogate',
    value: () => ({ type: 'string' }),
  },
  integer: { exactness: 'exact', solid: true, value: whole('integer', -largest) },
  uint: { exactness: 'exact', solid: true, value: whole('natural', 0) },
  numeric,
  float: { ...numeric, beyond: 'strings with more digits than a number holds' },
  boolean: { exactness: 'exact', solid: true, value: boolean },
  array: {
    exactness: 'exact',
    solid: true,
    value: (use) => (use.parameters.length === 0 ? { type: ['array', 'object'] } : onlyKeys(use)),
  },
  list: { exactness: 'exact', solid: true, value: () => ({ type: 'array' }) },
  map: { exactness: 'exact', solid: true, value: () => ({ type: 'object' }) },
  array_keys: { exactness: 'exact', solid: true, value: onlyKeys },
  in_array_keys: {
    exactness: 'exact',
    solid: true,
    value: ({ parameters }) => ({ type: 'object', anyOf: parameters.map((key) => ({ required: [key] })) }),
  },
};
