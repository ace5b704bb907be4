import type { RuleSpec } from './rule-spec.ts';

/** The value passes one of these sets of rules: `Rule.anyOf(['email', ['integer', 'min:1']])`. */
export const anyOfRule = (alternatives: readonly unknown[]): RuleSpec =>
  Object.freeze({ rule: 'any_of', parameters: [], options: alternatives });
