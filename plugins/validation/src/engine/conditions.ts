import type { Context } from '@taproot/core';
import type { Data } from '../data.ts';
import { When } from '../language/rule-spec.ts';
import { cutRuleText } from '../language/split-rules.ts';

type RulesMap = Readonly<Record<string, unknown>>;

/** Whether rules hold a `Rule.when(...)`. */
export const isConditional = (rules: unknown): boolean =>
  rules instanceof When || (Array.isArray(rules) && rules.some((rule) => isConditional(rule)));

/** The rules map with every `Rule.when(...)` replaced by the rules that hold; the map itself when it has none. */
export const resolveConditions = (rules: RulesMap, data: Data, ctx: Context | null): RulesMap => {
  let resolved: Record<string, unknown> | null = null;
  for (const field in rules) {
    if (typeof rules[field] === 'string' || !isConditional(rules[field])) continue;
    resolved ??= { ...rules };
    resolved[field] = choose(rules[field], data, ctx);
  }
  return resolved ?? rules;
};

const choose = (rules: unknown, data: Data, ctx: Context | null): unknown => {
  if (Array.isArray(rules))
    return rules.flatMap((rule) => (isConditional(rule) ? listOf(choose(rule, data, ctx)) : [rule]));
  return rules instanceof When ? choose(rules.choose(data, ctx), data, ctx) : rules;
};

/** Rules as entries of a list: a text is cut at its bars, since bars mean nothing within a list. */
const listOf = (rules: unknown): readonly unknown[] => {
  return typeof rules === 'string' ? cutRuleText(rules, isPattern) : [rules].flat();
};

const isPattern = (name: string): boolean => name === 'regex' || name === 'not_regex';
