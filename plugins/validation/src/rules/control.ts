import { defineRule, type RuleDefinition } from '../rule/rule.ts';

const control = (name: 'bail' | 'nullable' | 'sometimes'): RuleDefinition =>
  defineRule({ name, control: name, parameters: { min: 0, max: 0 }, compile: () => () => true });

/** `bail`: stop the field at its first failure. `nullable`: null is left alone. `sometimes`: skip the field when absent. */
export const controlRules: readonly RuleDefinition[] = [control('bail'), control('nullable'), control('sometimes')];
