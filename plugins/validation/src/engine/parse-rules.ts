import { errors } from '../errors.ts';
import type { InlineRule } from '../language/rule-spec.ts';
import { isRuleSpec, type RuleSpec } from '../language/rule-spec.ts';
import { readRule, splitRuleText, type WrittenRule } from '../language/split-rules.ts';
import type { RuleDefinition } from '../rules/definition.ts';
import type { RuleSource } from '../rules/registry.ts';

/** One rule of a field, found in the registry; the object itself identifies this use of the rule. */
export interface ParsedRule extends WrittenRule {
  readonly definition: RuleDefinition;
  readonly options: unknown;
}

/** A rule of a field: a known one, or a function written in place. */
export type FieldRule = ParsedRule | InlineRule;

/** Reads the rules of one field, given as text or as a list; unknown names and bad shapes are rejected here. */
export const parseRules = (rules: unknown, field: string, registry: RuleSource): FieldRule[] => {
  const isRaw = (name: string): boolean => registry.find(name)?.raw === true;
  const known = (written: WrittenRule, options?: unknown, isObject = false): ParsedRule => {
    const definition = registry.resolve(written.name, field);
    checkCount(written, definition, field, isObject);
    return { ...written, definition, options };
  };
  const readEntry = (entry: unknown): FieldRule[] => {
    if (typeof entry === 'function') return [entry as InlineRule];
    if (entry instanceof RegExp) return [known({ name: 'regex', parameters: [entry.source] }, entry)];
    if (isRuleSpec(entry)) return [known(written(entry), entry.options, true)];
    if (Array.isArray(entry)) return entry.flatMap(readEntry);
    if (typeof entry !== 'string') throw errors.E_RULE_SHAPE({ field, actual: shapeOf(entry) });
    const text = entry.trim();
    return text === '' ? [] : [known(readRule(text, isRaw))];
  };
  if (typeof rules === 'string') return splitRuleText(rules, isRaw).map((rule) => known(rule));
  return readEntry(Array.isArray(rules) || typeof rules === 'object' || typeof rules === 'function' ? rules : [rules]);
};

const written = ({ rule, parameters }: RuleSpec): WrittenRule => ({ name: rule, parameters });

const checkCount = (
  { name, parameters }: WrittenRule,
  { parameters: takes }: RuleDefinition,
  field: string,
  isObject: boolean,
): void => {
  const { max = Number.POSITIVE_INFINITY } = takes ?? {};
  const min = (isObject ? takes?.minOfObject : undefined) ?? takes?.min ?? 0;
  const count = parameters.length;
  if (count >= min && count <= max) return;
  throw errors.E_RULE_PARAMETERS({
    rule: name,
    field,
    reason: miscounted(parameters, min, max),
    hint: '',
    fix: fixOf(name),
  });
};

/** How to write a rule that cannot be used. */
export const fixOf = (rule: string): string =>
  rule.endsWith('regex')
    ? `Escape or close the character that is named. A bar needs a list of rules, ['${rule}:^(a|b)$'], or a RegExp, [/^(a|b)$/]`
    : String.raw`Write it as its documentation shows: name:first,second; a literal comma or bar as \, or \|`;

const miscounted = (parameters: readonly string[], min: number, max: number): string => {
  const count = parameters.length;
  if (max === 0) return `it takes no parameters and has "${parameters.join(',')}"`;
  const has = count === 1 ? `it has 1 parameter, "${parameters[0]}",` : `it has ${count} parameters`;
  return `${has} and takes ${count < min ? `at least ${min}` : `at most ${max}`}`;
};

const shapeOf = (rules: unknown): string => (rules === null ? 'null' : `of type ${typeof rules}`);
