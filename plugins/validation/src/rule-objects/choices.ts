import type { AnyOfInput, AnyOfText, ChoiceText } from '../types/alternatives.ts';
import { toText } from '../values/scalars.ts';
import type { RuleSpec, TypedRule } from './rule-spec.ts';

/** The value passes one of these sets of rules: `Rule.anyOf(['email', ['integer', 'min:1']])`. */
export const anyOfRule = <const Sets>(alternatives: AnyOfInput<Sets>): TypedRule<AnyOfText<Sets>> =>
  Object.freeze({ rule: 'any_of', parameters: [], options: alternatives });

type Scalar = string | number | bigint | boolean;

const spec = (rule: string, values: readonly Scalar[]): RuleSpec =>
  Object.freeze({ rule, parameters: values.map((value) => toText(value) ?? '') });

/** One of these values, whatever characters they hold. */
export const inRule = <const Value extends Scalar>(values: readonly Value[]): TypedRule<ChoiceText<Value>> =>
  spec('in', values);

/** None of these values. */
export const notInRule = (values: readonly Scalar[]): RuleSpec => spec('not_in', values);

/** One of the values of a constant map, as TypeScript's enums and `as const` objects are. */
export const enumRule = <const Map extends Readonly<Record<string, string | number>>>(
  map: Map,
): TypedRule<ChoiceText<Map[keyof Map]>> =>
  // A numeric enum also maps its numbers back to names.
  spec(
    'in',
    Object.entries(map).flatMap(([name, value]) => (/^-?\d/.test(name) && typeof value === 'string' ? [] : [value])),
  );
