import { isMultipleOf, readDecimal } from '../values/decimal.ts';
import { plainText, trimBlanks } from '../values/scalars.ts';
import { defineRule, type RuleCall, type RuleDefinition } from './definition.ts';

const digits = /^\d+$/;
const decimal = /^[+-]?(?:\d+(?:\.(\d*))?|\.(\d+))$/;

const readCount = (call: RuleCall, position: number): number => {
  const text = call.parameters[position] ?? '';
  return digits.test(text) ? Number(text) : call.fail(`"${text}" is not a whole number`);
};

const readRange = (call: RuleCall): readonly [least: number, most: number] => {
  const least = readCount(call, 0);
  const most = call.parameters.length > 1 ? readCount(call, 1) : least;
  return least <= most ? [least, most] : call.fail(`${least} is more than ${most}`);
};

/** The number of digits, if a value consists only of digits; null for anything else, also with a sign. */
const countDigits = (value: unknown): number | null => {
  const text = trimBlanks(plainText(value) ?? '');
  return digits.test(text) ? text.length : null;
};

/** The number of digits after the point, as written; null for exponents and for anything but a number. */
const countDecimals = (value: unknown): number | null => {
  const match = decimal.exec(plainText(value) ?? '');
  return match === null ? null : (match[1] ?? match[2] ?? '').length;
};

const byDigits = (
  name: string,
  placeholder: string,
  judge: (count: number, limit: number) => boolean,
): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1, max: 1 },
    compile: (call) => {
      const limit = readCount(call, 0);
      return (value) => {
        const count = countDigits(value);
        return count !== null && judge(count, limit);
      };
    },
    placeholders: ({ parameters: [number = ''] }) => ({ [placeholder]: number }),
  });

const inRange = (call: RuleCall, count: (value: unknown) => number | null) => {
  const [least, most] = readRange(call);
  return (value: unknown): boolean => {
    const found = count(value);
    return found !== null && found >= least && found <= most;
  };
};

const multipleOf = defineRule({
  name: 'multiple_of',
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [text = ''] = call.parameters;
    const step = readDecimal(text) ?? call.fail(`"${text}" is not a number`);
    if (step.sign === 0) call.fail('nothing is a multiple of zero');
    return (value) => {
      const number = readDecimal(value);
      return number !== null && isMultipleOf(number, step);
    };
  },
  placeholders: ({ parameters: [value = ''] }) => ({ value }),
});

/** Rules for the digits of a number. Large numbers count with all their digits, not as `1e+21`. */
export const numericRules: readonly RuleDefinition[] = [
  byDigits('digits', 'digits', (count, limit) => count === limit),
  byDigits('min_digits', 'min', (count, limit) => count >= limit),
  byDigits('max_digits', 'max', (count, limit) => count <= limit),
  defineRule({
    name: 'digits_between',
    parameters: { min: 2, max: 2 },
    compile: (call) => inRange(call, countDigits),
    placeholders: ({ parameters: [min = '', max = ''] }) => ({ min, max }),
  }),
  defineRule({
    name: 'decimal',
    kind: 'numeric',
    coerces: 'number',
    parameters: { min: 1, max: 2 },
    compile: (call) => inRange(call, countDecimals),
    placeholders: ({ parameters }) => ({ decimal: parameters.join('-') }),
  }),
  multipleOf,
];
