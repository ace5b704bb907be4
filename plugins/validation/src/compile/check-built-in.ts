import { RuleRegistry, type RuleSource } from '../parse/rule-registry.ts';
import { defineRule } from '../rule/rule.ts';
import { builtInRules } from '../rules/index.ts';
import { RuleCheck } from './rule-check.ts';

const builtIn = new RuleRegistry(builtInRules);

// A name that is not built in may be a rule of an application that does not exist yet.
const unknown = defineRule({ name: '', compile: () => () => true });

/** The rules that are built in; any other name is a rule without a name. */
export const builtInSource: RuleSource = {
  find: (name) => builtIn.find(name),
  resolve: (name) => builtIn.find(name) ?? unknown,
};

const reader = new RuleCheck(builtInSource);

/** Reads rules as far as that can be done without an application: E_RULE_* for wrong parameters of rules that are built in. */
export const checkBuiltIn = (rules: unknown): void => {
  if (typeof rules !== 'object' || rules === null) return;
  for (const [field, fieldRules] of Object.entries(rules)) reader.check(fieldRules, field);
};
