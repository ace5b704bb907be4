import { type JsonSchema, type JsonType, never } from '../../json-schema/json-schema.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';

// Larger powers of ten are not finite numbers.
const mostDigits = 308;

const digitsIn = (least: number, most: number | null, types: readonly JsonType[]): JsonSchema => {
  if (most !== null && (most < least || most === 0)) return never;
  const fewest = Math.max(least, 1);
  return {
    type: types,
    minimum: fewest === 1 ? 0 : fewest > mostDigits ? Number.MAX_VALUE : Number(`1e${fewest - 1}`),
    ...(most === null || most > mostDigits ? {} : { exclusiveMaximum: Number(`1e${most}`) }),
    pattern: `^ *\\d{${fewest === most ? fewest : `${fewest},${most ?? ''}`}} *$`,
  };
};

const digits = (range: (counts: readonly number[]) => readonly [least: number, most: number | null]): RuleSchema => ({
  exactness: 'exact',
  solid: true,
  value: (use) => digitsIn(...range(use.parameters.map(Number)), digitTypes(use)),
});

/** Clients are advised to send a string, which keeps leading zeros, unless another rule asks for a number. */
const digitTypes = ({ advised, kind }: RuleUse): readonly JsonType[] =>
  advised && kind !== 'numeric' ? ['string'] : ['integer', 'string'];

const decimalPattern = (least: number, most: number): string => {
  if (most === 0) return '^[+-]?\\d+\\.?$';
  const places = `\\.\\d{${least},${most}}`;
  return least === 0 ? `^[+-]?(?:\\d+(?:${places})?|\\.\\d{1,${most}})$` : `^[+-]?\\d*${places}$`;
};

const decimal = (use: RuleUse): JsonSchema => {
  const [least = 0, most = least] = use.parameters.map(Number);
  use.note(`Has ${least === most ? least : `${least} to ${most}`} decimal places.`);
  if (use.advised) return { type: 'number' };
  return { type: ['number', 'string'], pattern: decimalPattern(least, most) };
};

// The largest step. JSON Schema validators divide doubles, in which 1.1 is not a multiple of 0.1, and 1e22 not of 5.
const largestStep = 1e6;

const multipleOf = ({ parameters: [text = ''], has, advised, typed, note }: RuleUse): JsonSchema => {
  const step = Math.abs(Number(text));
  const type = advised ? 'number' : (['number', 'string'] as const);
  if (typed && (has('integer') || has('uint')) && Number.isInteger(step) && step <= largestStep)
    return { type, multipleOf: step };
  note(`Must be a multiple of ${text}.`);
  return { type };
};

/** Rules for the digits of a number. */
export const numberSchemas: RuleSchemas = {
  digits: digits(([count = 0]) => [count, count]),
  min_digits: digits(([least = 0]) => [least, null]),
  max_digits: digits(([most = 0]) => [1, most]),
  digits_between: digits(([least = 0, most = 0]) => [least, most]),
  decimal: {
    exactness: 'inexact',
    beyond: 'numbers with another count of decimal places',
    solid: true,
    value: decimal,
  },
  multiple_of: {
    exactness: 'inexact',
    beyond:
      'numbers that come as strings; every number without `integer` beside it, or with a step that is not whole or above ' +
      '1,000,000',
    value: multipleOf,
  },
};
