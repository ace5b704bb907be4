import { textFor } from '../values/number-text.ts';
import { toText } from '../values/scalars.ts';
import { type Check, defineRule, type FieldRef, type RuleCall, type RuleDefinition } from './definition.ts';
import { oneField, sameAs } from './other-field.ts';

/** `Rule.anyOf([...])`: the value passes one of several sets of rules. */
export const anyOf: RuleDefinition = defineRule({
  name: 'any_of',
  compile: (call) => {
    const { options } = call;
    if (!Array.isArray(options) || options.length === 0)
      return call.fail('it has no alternatives; use Rule.anyOf([...])');
    const alternatives = options.map((rules: unknown) => call.nested(rules));
    return (value, scope) => {
      const waiting: Promise<boolean>[] = [];
      try {
        for (const passes of alternatives) {
          const verdict = passes(value, scope);
          if (verdict === true) {
            abandon(waiting);
            return true;
          }
          if (verdict !== false) waiting.push(verdict);
        }
      } catch (error) {
        abandon(waiting);
        throw error;
      }
      return waiting.length === 0 ? false : anyPasses(waiting);
    };
  },
});

/** These promises are never awaited, and an unhandled rejection would end the process. */
const abandon = (verdicts: readonly Promise<boolean>[]): void => {
  for (const verdict of verdicts) verdict.catch(() => undefined);
};

const anyPasses = async (verdicts: readonly Promise<boolean>[]): Promise<boolean> =>
  (await Promise.all(verdicts)).includes(true);

/**
 * `in_array:colours` or `in_array:colours.*`: the value is an entry of the other field's list, compared as text. `in_array:items.*.id`
 * refers to all ids; inside `items`, it refers to the id of the same item.
 */
export const inArray: RuleDefinition = defineRule({
  name: 'in_array',
  parameters: { min: 1, max: 1 },
  compile: (call) => {
    const [parameter = ''] = call.parameters;
    const other = call.ref(parameter.replace(/\.\*$/, ''));
    const { all } = other;
    const textsOf = textsIn(other);
    return (value, scope) => {
      const text = toText(value);
      if (text === null) return false;
      const list = all === null ? other.read(scope) : all.holder(scope);
      if (!call.wildcard) return textsOf(list).includes(text);
      // The rule may run for every entry of a list, so it reads the other list only once.
      const known = scope.state(call.token, () => new Map<unknown, ReadonlySet<string | null>>());
      const texts = known.get(list) ?? new Set(textsOf(list));
      known.set(list, texts);
      return texts.has(text);
    };
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

type Texts = readonly (string | null)[];

/** The entries of a list as strings; or the values of many fields, and the entries of those that are lists. */
const textsIn = ({ all }: FieldRef): ((holder: unknown) => Texts) => {
  if (all !== null) return (holder) => all.within(holder).flat().map(toText);
  return (list) => (Array.isArray(list) ? list.map(toText) : []);
};

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

/** Returns a function that tells whether a value's text is among the parameters. */
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
  shape: Pick<RuleDefinition, 'coerces'> = {},
): RuleDefinition =>
  defineRule({
    ...shape,
    name,
    parameters: { min: 1, minOfObject: 0 },
    compile,
    placeholders: ({ parameters }) => ({ values: parameters.join(', ') }),
  });

/** For a list, with `array` or `list`, every entry must be one of the values. */
const among = choice(
  'in',
  (call) => {
    const isMember = membership(call);
    if (call.kind !== 'array') return isMember;
    return (value) => (Array.isArray(value) ? value.every(isMember) : isMember(value));
  },
  { coerces: 'same' },
);

/** No entry of a list may be one of the values. */
const notAmong = choice('not_in', (call) => {
  const isMember = membership(call, textFor(call.kind));
  const isEntryMember = membership(call, textFor(call.ref(`${call.field}.*`).kind));
  return (value) => !(Array.isArray(value) ? value.some(isEntryMember) : isMember(value));
});

/**
 * Rules that compare a value with another one, as text: the number 1 is `1`. `eq`, `ne`, `in` and `not_in` compare with the parameters, the
 * others compare with the values of fields. In a field of numbers, a forbidden value is forbidden in every spelling: `ne:0` also forbids
 * `00`. A required value must match exactly.
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
