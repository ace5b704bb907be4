import { didYouMean } from '@taproot/core/plugin';
import { canMeet, messageKeys } from '../engine/compile-field.ts';
import { type FieldRule, parseRules } from '../engine/parse-rules.ts';
import { builtInSource } from '../engine/rule-check.ts';
import { errors } from '../errors.ts';
import { type FieldPath, parseFieldPath, tryFieldPath } from '../language/field-path.ts';
import { withImpliedLists } from '../language/lists.ts';
import { When } from '../language/rule-spec.ts';
import type { RuleRegistry, RuleSource } from '../rules/registry.ts';
import { refusals } from '../values/coerce.ts';

type RulesMap = Readonly<Record<string, unknown>>;

const kinds = ['string', 'numeric', 'array', 'file'] as const;

/** Messages that a field may have without the rule: `request().unique()` uses the message of `unique`. */
const others: readonly string[] = [
  'inline',
  'any_of',
  'unique',
  'string_characters',
  'array_keys',
  ...Object.values(refusals),
];

/**
 * Whether a text can follow the field in a key: the name of a rule. For size rules, a kind of value may come after it, as in `max.string`.
 */
const isRuleKey = (text: string, source: RuleSource): boolean => {
  if (others.includes(text) || source.find(text) !== undefined) return true;
  const dot = text.lastIndexOf('.');
  const sized = dot !== -1 && source.find(text.slice(0, dot))?.sized === true;
  return sized && kinds.some((kind) => kind === text.slice(dot + 1));
};

/**
 * Refuses messages whose key does not end with a rule: E_MESSAGE_KEY. Does not check the field of a key, because rules that are made for a
 * request may lack a field. Returns false if a rule is a function: then it checks no keys, because a message may use the function's own
 * name.
 */
export const checkRuleKeys = (keys: readonly string[], rules: RulesMap, registry: RuleRegistry): boolean => {
  if (Object.values(rules).some(holdsFunction)) return false;
  for (const key of keys) {
    // Skips keys with escapes.
    if (key.includes('\\')) continue;
    const parts = key.split('.');
    const ends = [parts.slice(-1), parts.slice(-2)].map((end) => end.join('.'));
    if (ends.some((end) => isRuleKey(end, registry))) continue;
    const hint = didYouMean(parts.at(-1) ?? key, registry.names());
    throw errors.E_MESSAGE_KEY({ key, reason: 'ends with no name of a rule', hint });
  }
  return true;
};

const holdsFunction = (rules: unknown): boolean =>
  typeof rules === 'function' ||
  (rules instanceof When && (holdsFunction(rules.rules) || holdsFunction(rules.otherwise))) ||
  (Array.isArray(rules) && rules.some(holdsFunction));

/**
 * Throws E_MESSAGE_KEY for a key that does not name a field of these rules, or not a rule of that field. `checkRuleKeys()` checks keys
 * without a dot, because it knows the rules of the application.
 */
export const checkMessageKeys = (messages: object, rules: RulesMap): void => {
  const fields = Object.keys(rules);
  if (fields.some((field) => field.includes('\\'))) return;
  const all = Object.entries(withImpliedLists(rules)).map(([field, own]) => new KnownField(field, own));
  // Longer paths first, because the key "tags.0.max" belongs to the entries of "tags", not to the list.
  all.sort((a, b) => b.path.segments.length - a.path.segments.length);
  for (const key of Object.keys(messages)) {
    if (!key.includes('.') || isRuleKey(key, builtInSource) || all.some((field) => field.allows(key))) continue;
    const path = tryFieldPath(key);
    const named = path === null ? undefined : all.find((field) => field.restOf(path) !== null);
    const reason =
      named === undefined ? 'names no field of its rules' : `names no rule of the field "${named.path.text}"`;
    const known = all.flatMap((field) => field.keys);
    throw errors.E_MESSAGE_KEY({ key, reason, hint: didYouMean(key, known) });
  }
};

/** A field of a rules map, with the keys that its messages may have. */
class KnownField {
  readonly path: FieldPath;
  /** Keys that begin with the field. Empty if the field has rules of the application, whose messages may have other names. */
  readonly keys: readonly string[];
  readonly #ends: ReadonlySet<string> | null;

  constructor(field: string, rules: unknown) {
    this.path = parseFieldPath(field);
    const parsed = branchesOf(rules).flatMap((branch) => parseRules(branch, field, builtInSource));
    const names = parsed.map(namesOf);
    const ends = names.includes(null) ? null : names.flatMap((some) => some ?? []);
    this.#ends = ends === null ? null : new Set([...ends, ...others]);
    this.keys = (ends ?? []).map((end) => `${field}.${end}`);
  }

  /** Whether a message of this field has the key. */
  allows(key: string): boolean {
    const path = tryFieldPath(key);
    const rest = path === null ? null : this.restOf(path);
    return rest !== null && (this.#ends?.has(rest) ?? true);
  }

  /** The part of a path after this field; null if the path leads elsewhere. */
  restOf({ text, segments }: FieldPath): string | null {
    const depth = this.path.segments.length;
    if (segments.length <= depth) return null;
    const parts = text.split('.');
    return canMeet(this.path, parseFieldPath(parts.slice(0, depth).join('.'))) ? parts.slice(depth).join('.') : null;
  }
}

/** All sets of rules that a condition may choose. */
const branchesOf = (rules: unknown): readonly unknown[] => {
  if (rules instanceof When) return [...branchesOf(rules.rules), ...branchesOf(rules.otherwise)];
  if (!Array.isArray(rules)) return rules === undefined ? [] : [rules];
  return rules.flatMap((rule) => (rule instanceof When ? branchesOf(rule) : [[rule]]));
};

/** The names of a rule's messages; null if only the application knows them. */
const namesOf = (rule: FieldRule): readonly string[] | null => {
  if (typeof rule === 'function') return rule.name === '' ? null : [rule.name];
  if (rule.definition.name === '') return null;
  const keys = messageKeys(rule.name, rule.definition);
  return kinds.flatMap((kind) => keys[kind]);
};
