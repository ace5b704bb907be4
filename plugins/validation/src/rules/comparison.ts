import { toText } from '../values/to-text.ts';
import { anyOf } from './any-of.ts';
import { inArray } from './in-array.ts';
import { type Check, defineRule, type RuleCall, type RuleDefinition } from './rule.ts';
import { sameValue } from './same-value.ts';

const same = defineRule({
  name: 'same',
  deprecated: ['eq_field'],
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const other = call.ref(call.parameters[0] ?? '');
    return (value, scope) => sameValue(value, other.read(scope));
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

const different = defineRule({
  ...same,
  name: 'different',
  deprecated: ['ne_field'],
  parameters: { min: 1 },
  compile: (call) => {
    const others = call.parameters.map((parameter) => call.ref(parameter));
    return (value, scope) => !others.some((other) => sameValue(value, other.read(scope)));
  },
});

const constant = (name: string, equal: boolean): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1, max: 1 },
    compile:
      ({ parameters: [wanted] }) =>
      (value) =>
        (toText(value) === wanted) === equal,
    placeholders: ({ parameters: [value = ''] }) => ({ value }),
  });

/** Answers whether a value's text is among the parameters. */
const membership = ({ parameters }: RuleCall): ((value: unknown) => boolean) => {
  const members = new Set(parameters);
  return (value) => {
    const text = toText(value);
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
    parameters: { min: 1 },
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
  const isMember = membership(call);
  return (value) => !(Array.isArray(value) ? value.some(isMember) : isMember(value));
});

/**
 * Rules that compare a value with another one, as text: the number 1 is `1`. `eq`, `ne`, `in` and `not_in` compare with
 * the parameters, the others with what fields hold.
 */
export const comparisonRules: readonly RuleDefinition[] = [
  same,
  different,
  constant('eq', true),
  constant('ne', false),
  among,
  notAmong,
  inArray,
  anyOf,
];
