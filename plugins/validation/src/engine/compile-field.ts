import { type FieldPath, fieldName, isKey, wildcard } from '../language/field-path.ts';
import type { InlineRule } from '../language/rule-spec.ts';
import type { Check, RuleDefinition, Scope } from '../rules/definition.ts';
import type { RuleSource } from '../rules/registry.ts';
import { byPriority, type Coercion, converters, refusals } from '../values/coerce.ts';
import type { DeclaredKind, Kind } from '../values/size.ts';
import type { CompiledField, CompiledRule, Conversion, Verdict } from './compiled-field.ts';
import { EntryNames, KnownMessages } from './kept-messages.ts';
import { type FieldRule, type ParsedRule, parseRules } from './parse-rules.ts';
import { type FieldFrame, makeCall } from './rule-call.ts';

/** Where a rule's message is looked for, best first: the name as written before the canonical one, with its kind before without. */
export const messageKeys = (
  written: string,
  definition: RuleDefinition | null = null,
): Readonly<Record<Kind, readonly string[]>> => {
  const names = definition === null || definition.name === written ? [written] : [written, definition.name];
  const keys = (kind: Kind): readonly string[] =>
    definition?.sized === true ? names.flatMap((name) => [`${name}.${kind}`, name]) : names;
  return { string: keys('string'), numeric: keys('numeric'), array: keys('array'), file: keys('file') };
};

/** A copy of the scope as it is now, for checks that go on when the run has moved to other fields. */
const forkScope = (scope: Scope): Scope => {
  const { root, path, ctx, locale, services, data } = scope;
  return { root, path: path.slice(), ctx, locale, services, data, state: (token, make) => scope.state(token, make) };
};

/** One field with its rules, before they are compiled. */
export interface ParsedField {
  readonly path: FieldPath;
  readonly rules: readonly FieldRule[];
}

/** The questions that the rules of a field may ask while they are compiled. */
export interface CompileContext {
  readonly registry: RuleSource;
  /** Kind of any field of the rules map. */
  kindOf(field: string): DeclaredKind;
  /** Rules of any field of the rules map. */
  rulesOf(field: string): readonly ParsedRule[];
}

export const isParsed = (rule: FieldRule): rule is ParsedRule => typeof rule !== 'function';

/** The kind a field's own rules give it, read from left to right. */
export const declaredKind = (rules: readonly FieldRule[]): DeclaredKind => {
  for (const rule of rules) if (isParsed(rule) && rule.definition.kind !== undefined) return rule.definition.kind;
  return null;
};

/** Compiles one field. `siblings` are all rules that apply to it; more than its own where two paths meet in one field. */
export const compileField = (
  { path, rules }: ParsedField,
  context: CompileContext,
  siblings: readonly FieldRule[] = rules,
): CompiledField => {
  const parsed = siblings.filter(isParsed);
  const kind = declaredKind(parsed);
  const nested = (inner: unknown): Check => compileNested(inner, path, context);
  const frame: FieldFrame = {
    path,
    siblings: parsed,
    kind,
    kindOf: (field) => context.kindOf(field),
    rulesOf: (field) => context.rulesOf(field),
    nested,
  };
  const compiled = rules.flatMap((rule) => {
    if (!isParsed(rule)) return [compileInline(rule, frame)];
    return rule.definition.control === undefined ? [compileRule(rule, frame)] : [];
  });
  const has = (control: string): boolean => parsed.some(({ definition }) => definition.control === control);
  const keys = path.segments.every(isKey) ? path.segments : null;
  const checks = compiled.filter(({ definition }) => definition?.excludes !== true);
  return {
    path,
    keys,
    name: keys === null ? null : fieldName(keys),
    entries: path.wildcards === 1 ? new EntryNames(path) : null,
    rules: checks,
    implicit: checks.filter(({ implicit }) => implicit),
    exclusions: compiled.filter(({ definition }) => definition?.excludes === true),
    bail: has('bail'),
    nullable: has('nullable'),
    sometimes: has('sometimes'),
    kind,
    conversion: conversionOf(checks, kind),
  };
};

/** By one of the field's rules: a list of files stays one where rules say that it is a list. */
export const conversionOf = (rules: readonly CompiledRule[], kind: DeclaredKind): Conversion | null => {
  for (const given of byPriority) {
    const rule = rules.find(({ definition }) => definition?.coerces === given);
    if (rule === undefined) continue;
    const made = given === 'file' && kind === 'array' ? 'same' : given;
    return { rule: unconvertible(rule, made), convert: converters[made] };
  }
  return null;
};

/**
 * The rule, and the error for a value that passes it but cannot be converted: it has too many digits, or is several
 * files.
 */
const unconvertible = (rule: CompiledRule, given: Coercion): CompiledRule => {
  const key = refusals[given];
  if (key === undefined) return rule;
  const keys = (kind: Kind): readonly string[] => [key, ...rule.messageKeys[kind]];
  const messageKeys = { string: keys('string'), numeric: keys('numeric'), array: keys('array'), file: keys('file') };
  return { ...rule, messageKeys, known: rule.known && new KnownMessages() };
};

const compileRule = (rule: ParsedRule, frame: FieldFrame): CompiledRule => {
  const { definition } = rule;
  const call = makeCall(rule, frame);
  return {
    check: definition.compile(call),
    implicit: definition.implicit === true,
    stops: definition.stops === true,
    last: definition.last === true,
    call,
    messageKeys: messageKeys(rule.name, definition),
    sized: definition.sized === true,
    valueKey: definition.messageKey?.bind(definition) ?? null,
    known: definition.message === undefined ? new KnownMessages() : null,
    definition,
  };
};

const compileInline = (rule: InlineRule, frame: FieldFrame): CompiledRule => {
  const name = rule.name === '' ? 'inline' : rule.name;
  return {
    check: (value, scope) => rule(value, scope.data, scope.ctx),
    implicit: false,
    stops: false,
    last: false,
    call: makeCall({ name, parameters: [], options: undefined }, frame),
    messageKeys: messageKeys(name),
    sized: false,
    valueKey: null,
    known: null,
    definition: null,
  };
};

const compileNested = (rules: unknown, path: FieldPath, context: CompileContext): Check => {
  const field = compileField({ path, rules: parseRules(rules, path.text, context.registry) }, context);
  return (value, scope) => passesAll(field.rules, value, scope, 0);
};

const passesAll = (
  rules: readonly CompiledRule[],
  value: unknown,
  scope: Scope,
  from: number,
): boolean | Promise<boolean> => {
  for (let i = from; i < rules.length; i++) {
    const verdict = rules[i]?.check(value, scope);
    if (verdict === true) continue;
    // A function may return null or any object. Awaiting it handles them as for the rules of the field itself.
    return typeof verdict === 'object' && passesLater(verdict, rules, value, forkScope(scope), i + 1);
  }
  return true;
};

const passesLater = async (
  first: Promise<Verdict>,
  rules: readonly CompiledRule[],
  value: unknown,
  scope: Scope,
  from: number,
): Promise<boolean> => (await first) === true && passesAll(rules, value, scope, from);

/** Whether two paths can mean the same field: as long as each other, and equal wherever both name a key. */
export const canMeet = (a: FieldPath, b: FieldPath): boolean =>
  a.segments.length === b.segments.length &&
  a.segments.every((segment, i) => segment === wildcard || b.segments[i] === wildcard || segment === b.segments[i]);
