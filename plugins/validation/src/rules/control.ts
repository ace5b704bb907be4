import { matchesAny } from '../values/accepted.ts';
import { defineRule, type RuleDefinition } from './definition.ts';
import { oneField } from './other-field.ts';

const control = (name: 'bail' | 'nullable' | 'sometimes'): RuleDefinition =>
  defineRule({ name, control: name, parameters: { min: 0, max: 0 }, compile: () => () => true });

/** `bail`: stop the field at its first failure. `nullable`: skip null. `sometimes`: skip the field when absent. */
export const controlRules: readonly RuleDefinition[] = [control('bail'), control('nullable'), control('sometimes')];

const exclude = defineRule({
  name: 'exclude',
  excludes: true,
  parameters: { min: 0, max: 0 },
  compile: () => () => true,
});

const byValue = (name: string, excludesOnMatch: boolean): RuleDefinition =>
  defineRule({
    name,
    excludes: true,
    parameters: { min: 2 },
    compile: (call) => {
      const [otherName = '', ...values] = call.parameters;
      const other = oneField(call, otherName);
      return (_value, scope) => matchesAny(other.read(scope), values) === excludesOnMatch;
    },
  });

const byPresence = (name: string, excludesWhenPresent: boolean): RuleDefinition =>
  defineRule({
    name,
    excludes: true,
    parameters: { min: 1 },
    compile: (call) => {
      const others = call.parameters.map((parameter) => oneField(call, parameter));
      return (_value, scope) => others.some((other) => (other.read(scope) !== undefined) === excludesWhenPresent);
    },
  });

/** Rules that exclude a field, and everything below it, from validation and result. Their check returns true to exclude. */
export const exclusionRules: readonly RuleDefinition[] = [
  exclude,
  byValue('exclude_if', true),
  byValue('exclude_unless', false),
  byPresence('exclude_with', true),
  byPresence('exclude_without', false),
];
