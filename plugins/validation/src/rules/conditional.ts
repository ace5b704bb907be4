import { matchesAny } from '../values/accepted.ts';
import type { Scope } from './definition.ts';
import { defineRule, type RuleCall, type RuleDefinition } from './definition.ts';
import { aboutOther, oneField } from './other-field.ts';

type Holds = (value: unknown) => boolean;

/** The condition of a rule: how to read it from the parameters, how many it needs, and the placeholders for its message. */
export interface Condition extends Pick<RuleDefinition, 'parameters' | 'placeholders'> {
  readonly read: (call: RuleCall) => (scope: Scope) => boolean;
}

/** A rule that also checks absent fields. */
export const implicitRule = (name: string, passes: Holds): RuleDefinition =>
  defineRule({ name, implicit: true, parameters: { min: 0, max: 0 }, compile: () => passes });

/** A rule that also checks absent fields, if a condition on other fields is true. */
export const conditionalRule = (name: string, { read, ...shape }: Condition, passes: Holds): RuleDefinition =>
  defineRule({
    ...shape,
    name,
    implicit: true,
    compile: (call) => {
      const applies = read(call);
      return (value, scope) => passes(value) || !applies(scope);
    },
  });

const byValue = (matching: boolean): Condition => ({
  parameters: { min: 2 },
  read: (call) => {
    const [name = '', ...values] = call.parameters;
    const other = oneField(call, name);
    return (scope) => matchesAny(other.read(scope), values) === matching;
  },
  placeholders: ({ parameters: [other = '', ...values] }, names) => ({
    other: names.of(other),
    value: values.join(', '),
    values: values.join(', '),
  }),
});

/** `rule:other,v1,v2`: the other field has one of the values. */
export const otherMatches: Condition = byValue(true);

/** `rule:other,v1,v2`: the other field has none of the values. */
export const otherDiffers: Condition = byValue(false);

/** `rule:other`: `holds` is true for the other field's value. */
export const otherIs = (holds: Holds): Condition => ({
  parameters: { min: 1 },
  read: (call) => {
    const other = oneField(call, call.parameters[0] ?? '');
    const isSo = aboutOther(call, holds);
    return (scope) => isSo(other.read(scope), scope);
  },
  placeholders: ({ parameters: [other = ''] }, names) => ({ other: names.of(other) }),
});

const byOthers = (mode: 'some' | 'every', holds: Holds): Condition => ({
  parameters: { min: 1 },
  read: (call) => {
    const others = call.parameters.map((parameter) => oneField(call, parameter));
    return (scope) => others[mode]((other) => holds(other.read(scope)));
  },
  placeholders: ({ parameters }, names) => ({ values: names.list(parameters) }),
});

/** `rule:f1,f2`: `holds` is true for one of the fields. */
export const anyOther = (holds: Holds): Condition => byOthers('some', holds);

/** `rule:f1,f2`: `holds` is true for all of the fields. */
export const everyOther = (holds: Holds): Condition => byOthers('every', holds);
