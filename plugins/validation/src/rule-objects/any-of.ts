import type { AnyOfInput, AnyOfText } from '../types/alternatives.ts';
import type { TypedRule } from './rule-spec.ts';

/** The value passes one of these sets of rules: `Rule.anyOf(['email', ['integer', 'min:1']])`. */
export const anyOfRule = <const Sets>(alternatives: AnyOfInput<Sets>): TypedRule<AnyOfText<Sets>> =>
  Object.freeze({ rule: 'any_of', parameters: [], options: alternatives });
