import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';

/** What a function in a rule list answers: true, false, or the message with which the value fails. */
export type InlineVerdict = boolean | string;

/** A rule written in place: `['required', (value) => value !== 'root' || 'This name is taken.']`. Skipped on blank fields. */
export type InlineRule = (value: unknown, data: Data, ctx: Context | null) => InlineVerdict | Promise<InlineVerdict>;

/** A rule given as data instead of text: nothing in it is split or unescaped. What `Rule.in([...])` and its kin are. */
export interface RuleSpec {
  /** Name of the rule. */
  readonly rule: string;
  /** Its parameters, as they would stand behind the colon. */
  readonly parameters: readonly string[];
  /** What parameters cannot hold; reaches the rule as `call.options`. */
  readonly options?: unknown;
}

declare const says: unique symbol;

/** A rule object of which the compiler knows what passes it, as rule texts would say it. */
export interface TypedRule<Text extends string> extends RuleSpec {
  /** For the compiler alone: never there. */
  readonly [says]?: Text;
}

/** Whether an entry of a rule list is a rule object. */
export const isRuleSpec = (entry: unknown): entry is RuleSpec =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as Partial<RuleSpec>).rule === 'string' &&
  Array.isArray((entry as Partial<RuleSpec>).parameters);
