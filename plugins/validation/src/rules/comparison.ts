import { textFor } from '../rule/number-text.ts';
import { oneField } from '../rule/one-field.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition } from '../rule/rule.ts';
import { sameAs } from '../rule/same-value.ts';
import { toText } from '../values/scalars.ts';
import { anyOf } from './any-of.ts';
import { inArray } from './in-array.ts';

const same = defineRule({
  name: 'same',
  deprecated: ['eq_field'],
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const other = oneField(call, call.parameters[0] ?? '');
    const isSame = sameAs(call);
    return (value, scope) => isSame(value, other.read(scope), scope);
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

const different = defineRule({
  ...same,
  name: 'different',
  deprecated: ['ne_field'],
  parameters: { min: 1 },
  compile: (call) => {
    const others = call.parameters.map((parameter) => oneField(call, parameter));
    const isSame = sameAs(call, textFor(call.kind));
    return (value, scope) => !others.some((other) => isSame(value, other.read(scope), scope));
  },
});

const equal = defineRule({
  name: 'eq',
  parameters: { min: 1, max: 1 },
  compile:
    ({ parameters: [wanted] }) =>
    (value) =>
      toText(value) === wanted,
  placeholders: ({ parameters: [value = ''] }) => ({ value }),
});

const unequal = defineRule({
  ...equal,
  name: 'ne',
  compile: ({ parameters: [unwanted = ''], kind }) => {
    const textOf = textFor(kind);
    const text = textOf(unwanted);
    return (value) => textOf(value) !== text;
  },
});

/** Answers whether a value's text is among the parameters. */
const membership = ({ parameters }: RuleCall, textOf = toText): ((value: unknown) => boolean) => {
  const members = new Set(parameters.map(textOf));
  return (value) => {
    const text = textOf(value);
    return text !== null && members.has(text);
  };
};

const choice = (
  name: string,
  compile: (call: RuleCall) => Check,
  shape: Pick<RuleDefinition, 'gives'> = {},
): RuleDefinition =>
  defineRule({
    ...shape,
    name,
    parameters: { min: 1, minOfObject: 0 },
    compile,
    placeholders: ({ parameters }) => ({ values: parameters.join(', ') }),
  });

/** Beside `array` or `list` every entry of a list has to be one of the values. */
const among = choice(
  'in',
  (call) => {
    const isMember = membership(call);
    if (call.kind !== 'array') return isMember;
    return (value) => (Array.isArray(value) ? value.every(isMember) : isMember(value));
  },
  { gives: 'same' },
);

/** No entry of a list may be one of the values. */
const notAmong = choice('not_in', (call) => {
  const isMember = membership(call, textFor(call.kind));
  const isEntryMember = membership(call, textFor(call.ref(`${call.field}.*`).kind));
  return (value) => !(Array.isArray(value) ? value.some(isEntryMember) : isMember(value));
});

/**
 * Rules that compare a value with another one, as text: the number 1 is `1`. `eq`, `ne`, `in` and `not_in` compare with the
 * parameters, the others with what fields hold. In a field of numbers, a forbidden value is forbidden in every spelling:
 * `00` is the 0 that `ne:0` forbids. A value that is demanded must match to the letter.
 */
export const comparisonRules: readonly RuleDefinition[] = [
  same,
  different,
  equal,
  unequal,
  among,
  notAmong,
  inArray,
  anyOf,
];
