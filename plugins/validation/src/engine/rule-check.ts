import { parseFieldPath } from '../language/field-path.ts';
import { isRuleSpec, When } from '../language/rule-spec.ts';
import { defineRule } from '../rules/definition.ts';
import { builtInRules } from '../rules/index.ts';
import { RuleRegistry, type RuleSource } from '../rules/registry.ts';
import { BoundedCache } from '../values/bounded-cache.ts';
import { type CompileContext, compileField } from './compile-field.ts';
import { parseRules } from './parse-rules.ts';

// As many texts as a large application has.
const most = 4096;

const none = (): readonly never[] => [];

/**
 * Checks rules for mistakes before they are used, or if they may never be used: unknown names, wrong parameters, wrong
 * shapes. Each string is checked once; functions are skipped.
 */
export class RuleCheck {
  readonly #context: CompileContext;
  readonly #read = new BoundedCache<string, true>(most);

  constructor(registry: RuleSource) {
    this.#context = { registry, rulesOf: none, kindOf: () => null };
  }

  /** Throws E_RULE_* for the first mistake in the rules of a field. */
  check(rules: unknown, field: string): void {
    if (rules instanceof When) {
      this.check(rules.rules, field);
      this.check(rules.otherwise, field);
    } else if (Array.isArray(rules)) for (const rule of rules) this.#checkEntry(rule, field);
    else if (typeof rules === 'string') this.#once(rules, rules, field);
    else this.#checkEntry(rules, field);
  }

  #checkEntry(rule: unknown, field: string): void {
    if (typeof rule === 'function') return;
    // Bars mean nothing in the entry of a list.
    if (typeof rule === 'string') this.#once(`[${rule}`, [rule], field);
    else if (rule instanceof RegExp) this.#once(`[${rule.source}/${rule.flags}`, [rule], field);
    else if (rule instanceof When || Array.isArray(rule)) this.check(rule, field);
    else this.#once(isRuleSpec(rule) ? `{${JSON.stringify(rule)}` : null, [rule], field);
  }

  #once(key: string | null, rules: unknown, field: string): void {
    const path = parseFieldPath(field);
    // Whether a parameter may have a `*` there depends on the wildcards of the field.
    const known = key === null ? null : `${path.wildcards}${key}`;
    if (known !== null && this.#read.get(known) === true) return;
    compileField({ path, rules: parseRules(rules, field, this.#context.registry) }, this.#context);
    if (known !== null) this.#read.set(known, true);
  }
}

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
