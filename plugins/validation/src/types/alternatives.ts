import type { Kind } from './built-in-rules.ts';
import type { PassingKinds } from './field-value.ts';
import type { RuleTexts } from './rule-texts.ts';
import type { CheckedRules, RuleEntry } from './rules-input.ts';
import type { NameOf, SplitCommas } from './split-text.ts';

/** What `Rule.anyOf` takes: a list of sets of rules. The first branch is never taken, as that of `RulesInput`. */
export type AnyOfInput<Sets> = Sets extends never
  ? Sets
  : Sets extends readonly unknown[]
    ? unknown extends Sets[number]
      ? Sets
      : { readonly [Index in keyof Sets]: CheckedRules<Sets[Index]> }
    : readonly RuleEntry[];

/** What `Rule.when` takes: rules of one field. `NoInfer` within would cost the compiler seconds where they are a list. */
export type WhenInput<Rules> = Rules extends never ? Rules : NoInfer<CheckedRules<Rules>>;

/** The alternatives as a rule text that names the kinds of values which can pass: `any_of:text,number,`. */
export type AnyOfText<Sets> = Sets extends readonly unknown[]
  ? `any_of:${KindsText<{ [Index in keyof Sets]: KindsOf<RuleTexts<Sets[Index]>> }[number]>}`
  : 'any_of:unknown';

/** The kinds that a text of `AnyOfText` names. */
export type KindsNamed<Written extends string> = Written extends 'unknown'
  ? unknown
  : Extract<SplitCommas<Written>, Kind>;

type KindsOf<Text extends string> = PassingKinds<Text, NameOf<Text>>;

type KindsText<Kinds> = unknown extends Kinds
  ? 'unknown'
  : `${If<Kinds, 'text'>}${If<Kinds, 'number'>}${If<Kinds, 'zero'>}${If<Kinds, 'one'>}${If<Kinds, 'true'>}${If<
      Kinds,
      'false'
    >}${If<Kinds, 'date'>}${If<Kinds, 'file'>}${If<Kinds, 'list'>}${If<Kinds, 'map'>}`;

type If<Kinds, Wanted extends string> = Wanted extends Kinds ? `${Wanted},` : '';
