import type { PassingKinds } from './field-value.ts';
import type { CheckedRules, RuleEntry } from './rules-input.ts';
import type { NameOf, RuleTexts } from './split-text.ts';

/** A rule text for each value of `Rule.in([...])`. With values that a text cannot contain, it is a text that the compiler does not read. */
export type ChoiceText<Value> = Value extends string
  ? Value extends `${string}${',' | '\\'}${string}`
    ? 'in:\\'
    : `in:${Value}`
  : Value extends number | bigint | boolean
    ? `in:${Value}`
    : 'in:\\';

/** The argument of `Rule.anyOf`: a list of sets of rules. The compiler never takes the first branch, as in `RulesInput`. */
export type AnyOfInput<Sets> = Sets extends never
  ? Sets
  : Sets extends readonly unknown[]
    ? unknown extends Sets[number]
      ? Sets
      : { readonly [Index in keyof Sets]: CheckedRules<Sets[Index]> }
    : readonly RuleEntry[];

/** The argument of `Rule.when`: rules of one field. `NoInfer` inside would cost the compiler seconds for lists. */
export type WhenInput<Rules> = Rules extends never ? Rules : NoInfer<CheckedRules<Rules>>;

/** The alternatives as a rule text that names the kinds of values which can pass: `any_of:text,number,`. */
export type AnyOfText<Sets> = Sets extends readonly unknown[]
  ? `any_of:${KindsText<{ [Index in keyof Sets]: KindsOf<RuleTexts<Sets[Index]>> }[number]>}`
  : 'any_of:unknown';

type KindsOf<Text extends string> = PassingKinds<Text, NameOf<Text>>;

type KindsText<Kinds> = unknown extends Kinds
  ? 'unknown'
  : `${If<Kinds, 'text'>}${If<Kinds, 'number'>}${If<Kinds, 'zero'>}${If<Kinds, 'one'>}${If<Kinds, 'true'>}${If<
      Kinds,
      'false'
    >}${If<Kinds, 'date'>}${If<Kinds, 'file'>}${If<Kinds, 'list'>}${If<Kinds, 'map'>}`;

type If<Kinds, Wanted extends string> = Wanted extends Kinds ? `${Wanted},` : '';
