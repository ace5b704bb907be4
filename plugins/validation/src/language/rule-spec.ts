import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';

/** The result of a function in a rule list: true, false, or the message with which the value fails. */
export type InlineVerdict = boolean | string;

/** A rule that is a function: `['required', (value) => value !== 'root' || 'This name is taken.']`. Skipped on empty fields. */
export type InlineRule = (value: unknown, data: Data, ctx: Context | null) => InlineVerdict | Promise<InlineVerdict>;

/** A rule as data instead of text. Its parameters are not split or unescaped. `Rule.in([...])` and related functions return it. */
export interface RuleSpec {
  /** Name of the rule. */
  readonly rule: string;
  /** Its parameters, as rule strings have them after the colon. */
  readonly parameters: readonly string[];
  /** Options that parameters cannot contain; the rule gets them as `call.options`. */
  readonly options?: unknown;
}

declare const says: unique symbol;

/** A rule object whose accepted values the compiler knows, as it does for rule strings. */
export interface TypedRule<Text extends string> extends RuleSpec {
  /** Only for the compiler; never set at run time. */
  readonly [says]?: Text;
}

/** Whether an entry of a rule list is a rule object. */
export const isRuleSpec = (entry: unknown): entry is RuleSpec =>
  typeof entry === 'object' &&
  entry !== null &&
  typeof (entry as Partial<RuleSpec>).rule === 'string' &&
  Array.isArray((entry as Partial<RuleSpec>).parameters);

/** Decides which of two sets of rules a field has. Called before the rules are read. */
export type Condition = boolean | ((data: Data, ctx: Context | null) => boolean);

/** Rules that apply on a condition; use it in a rule list or instead of one. */
export class When {
  readonly condition: Condition;
  readonly rules: unknown;
  readonly otherwise: unknown;

  constructor(condition: Condition, rules: unknown, otherwise: unknown) {
    this.condition = condition;
    this.rules = rules;
    this.otherwise = otherwise;
  }

  /** The rules that apply to this input. */
  choose(data: Data, ctx: Context | null): unknown {
    const holds = typeof this.condition === 'function' ? this.condition(data, ctx) : this.condition;
    return holds ? this.rules : this.otherwise;
  }
}

/** Freezes a rules map and its lists, so that they are the same for every request. Rule objects never change anyway. */
export const freezeRules = <Rules>(rules: Rules): Rules => {
  if (typeof rules !== 'object' || rules === null) return rules;
  for (const entry of Object.values(rules)) if (Array.isArray(entry)) freezeRules(entry);
  return Object.freeze(rules);
};
