import { isAccepted, isDeclined, matchesAny } from '../values/accepted.ts';
import { isEmpty } from '../values/is-empty.ts';
import type { Scope } from './definition.ts';
import { defineRule, type FieldRef, type RuleCall, type RuleDefinition } from './definition.ts';
import { aboutOther, oneField } from './other-field.ts';

type Condition = (scope: Scope) => boolean;

const family = { implicit: true, stops: true } as const;

const requiredWhen =
  (condition: Condition) =>
  (value: unknown, scope: Scope): boolean =>
    !isEmpty(value) || !condition(scope);

const otherAndValues = (call: RuleCall): { other: FieldRef; values: readonly string[] } => {
  const [name = '', ...values] = call.parameters;
  return { other: oneField(call, name), values };
};

const required = defineRule({
  name: 'required',
  parameters: { min: 0, max: 0 },
  ...family,
  compile: () => (value) => !isEmpty(value),
});

const requiredIf = defineRule({
  name: 'required_if',
  parameters: { min: 2 },
  ...family,
  compile: (call) => {
    const { other, values } = otherAndValues(call);
    return requiredWhen((scope) => matchesAny(other.read(scope), values));
  },
  placeholders: ({ parameters: [other = '', ...values] }, names) => ({
    other: names.of(other),
    value: values.join(', '),
    values: values.join(', '),
  }),
});

const requiredUnless = defineRule({
  ...requiredIf,
  name: 'required_unless',
  compile: (call) => {
    const { other, values } = otherAndValues(call);
    return requiredWhen((scope) => !matchesAny(other.read(scope), values));
  },
});

/** A rule that applies if some, or all, of the other fields are empty, or not empty. */
const byOthers = (name: string, mode: 'some' | 'every', empty: boolean): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1 },
    ...family,
    compile: (call) => {
      const others = call.parameters.map((parameter) => oneField(call, parameter));
      const isBare = aboutOther(call, isEmpty);
      return requiredWhen((scope) => others[mode]((other) => isBare(other.read(scope), scope) === empty));
    },
    placeholders: ({ parameters }, names) => ({ values: names.list(parameters) }),
  });

const byOther = (name: string, holds: (value: unknown) => boolean): RuleDefinition =>
  defineRule({
    name,
    parameters: { min: 1 },
    ...family,
    compile: (call) => {
      const other = oneField(call, call.parameters[0] ?? '');
      const isSo = aboutOther(call, holds);
      return requiredWhen((scope) => isSo(other.read(scope), scope));
    },
    placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
  });

/** Rules that require a value, always or depending on other fields. */
export const requiredRules: readonly RuleDefinition[] = [
  required,
  requiredIf,
  requiredUnless,
  byOthers('required_with', 'some', false),
  byOthers('required_with_all', 'every', false),
  byOthers('required_without', 'some', true),
  byOthers('required_without_all', 'every', true),
  byOther('required_if_accepted', isAccepted),
  byOther('required_if_declined', isDeclined),
];
