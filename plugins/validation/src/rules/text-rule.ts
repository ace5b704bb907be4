import { defineRule, type RuleDefinition } from './definition.ts';

/** A rule without parameters that decides on text; anything else fails. */
export const textRule = (
  name: string,
  holds: (text: string) => boolean,
  names: Pick<RuleDefinition, 'aliases' | 'deprecated'> = {},
): RuleDefinition =>
  defineRule({
    name,
    ...names,
    parameters: { min: 0, max: 0 },
    compile: () => (value) => typeof value === 'string' && holds(value),
  });
