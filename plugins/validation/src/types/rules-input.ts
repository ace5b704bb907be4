import type { InlineRule } from '../rule-objects/inline-rule.ts';
import type { RuleSpec } from '../rule-objects/rule-spec.ts';
import type { When } from '../rule-objects/when.ts';
import type { RuleName } from './rule-name.ts';
import type { RawRule } from './rule-texts.ts';
import type { NameOf, SplitText, Trim } from './split-text.ts';

/** One rule in a list. The names are there for editors to offer. */
type Entry = RuleName | (string & {}) | RegExp | RuleSpec | When | InlineRule | readonly Entry[];

/** What authors write as rules; `R` is the literal map, in which a name that no rule bears does not compile. */
export type RulesInput<R> = CheckedRules<R> & RulesShape<R>;

/** The map itself, with a message for every rule text that holds an unknown name. */
type CheckedRules<R> = { readonly [Field in keyof R]: CheckedField<R[Field]> };

/** Any map when it is not a literal; else rules, whose functions get the types of their parameters from here. */
type RulesShape<R> = Readonly<Record<string, string extends keyof R ? unknown : Entry>>;

type CheckedField<Rules> = Rules extends string
  ? Checked<Rules, NameOf<SplitText<Rules, RawRule>>>
  : Rules extends readonly unknown[]
    ? { readonly [Index in keyof Rules]: CheckedEntry<Rules[Index]> }
    : Rules;

type CheckedEntry<Rule> = Rule extends string ? Checked<Rule, NameOf<Trim<Rule>>> : CheckedField<Rule>;

type Checked<Text extends string, Name extends string> = [Unknown<Name>] extends [never]
  ? Text
  : Problem<Unknown<Name>>;

/** Names that no rule bears; those with a part unknown to the compiler are left to the run time. */
type Unknown<Name extends string> = Name extends RuleName | '' ? never : {} extends Record<Name, true> ? never : Name;

type Problem<Name extends string> = Name extends `${string}|${string}`
  ? `Several rules in one entry: "${Name}". Give each an entry of its own, or the whole as one text.`
  : `Unknown rule "${Name}". RuleName has those there are; CustomRules takes your own.`;
