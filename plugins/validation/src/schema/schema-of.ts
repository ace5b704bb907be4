import { canMeet, declaredKind } from '../engine/compile-field.ts';
import { parseRules } from '../engine/parse-rules.ts';
import { RuleCheck } from '../engine/rule-check.ts';
import type { JsonSchema } from '../json-schema/json-schema.ts';
import { type FieldPath, parseFieldPath, tryFieldPath } from '../language/field-path.ts';
import { withImpliedLists } from '../language/lists.ts';
import { type CustomRule, fromCustomRule } from '../rules/custom-rule.ts';
import { defineRule, type RuleDefinition } from '../rules/definition.ts';
import { builtInRules } from '../rules/index.ts';
import { RuleRegistry, type RuleSource } from '../rules/registry.ts';
import type { RuleSchema, SchemaMode } from '../rules/rule-schema.ts';
import { alternativesOf, oneOfThese } from './alternatives.ts';
import { type FieldSchema, fieldSchema, type SchemaFrame } from './field-schema.ts';
import { GapList, type SchemaGap } from './gaps.ts';
import { Place } from './place.ts';
import { ruleSchemas } from './rules/index.ts';

/** Options of `schemaOf()`. */
export interface SchemaOptions {
  /** `json` for JSON bodies, `text` for forms, queries and parameters. Default: `json`. */
  readonly mode?: SchemaMode;
  /**
   * Which values: all that the rules accept (`accepted`), or those that a client should send (`advised`): `integer` accepts
   * the string "12" and advises the number. Default: `accepted`.
   */
  readonly view?: 'accepted' | 'advised';
  /** Whether values are converted, as `validated()` does; `validate()` does not. Default: true. */
  readonly typed?: boolean;
  /** Rules of the application. An unknown rule becomes a gap. */
  readonly rules?: readonly (CustomRule | RuleDefinition)[];
}

/** A media type that a body of these rules may have. */
export type BodyType = 'application/json' | 'application/x-www-form-urlencoded' | 'multipart/form-data';

/** The schema of a rules map. */
export interface RulesSchema {
  /** The schema of the body: an object with a property for each field. */
  readonly schema: JsonSchema;
  /** Media types of the body. Files need `multipart/form-data`; everything else also comes as JSON and as a form. */
  readonly mediaTypes: readonly BodyType[];
  /** Media types of files, by property, in the format of OpenAPI's `encoding`. */
  readonly encoding: Readonly<Record<string, { readonly contentType: string }>>;
  /** Rules that the schema does not express completely. */
  readonly gaps: readonly SchemaGap[];
}

const builtIn = new RuleRegistry(builtInRules);

const isDefinition = (rule: CustomRule | RuleDefinition): rule is RuleDefinition => 'compile' in rule;

interface Known {
  readonly source: RuleSource;
  readonly check: RuleCheck;
}

const builtInAlone: readonly RuleDefinition[] = [];

// Caches checks of rules, because tools make schemas for many maps of the same application.
const knownOf = new WeakMap<readonly object[], Known>();

const knownBy = (rules: readonly (CustomRule | RuleDefinition)[]): Known => {
  const known = knownOf.get(rules);
  if (known !== undefined) return known;
  const source = sourceOf(rules);
  const made = { source, check: new RuleCheck(source) };
  knownOf.set(rules, made);
  return made;
};

/** Built-in rules and those of an application. An unknown name is a rule without a schema. */
const sourceOf = (rules: readonly (CustomRule | RuleDefinition)[]): RuleSource => {
  const own = new RuleRegistry(
    rules.length === 0 ? [] : rules.map((rule) => (isDefinition(rule) ? rule : fromCustomRule(rule))),
  );
  const find = (name: string): RuleDefinition | undefined => builtIn.find(name) ?? own.find(name);
  return { find, resolve: (name) => find(name) ?? defineRule({ name, compile: () => () => true }) };
};

const isBuiltIn = (definition: RuleDefinition): boolean => builtIn.find(definition.name) === definition;

type Said = { readonly path: FieldPath; readonly says: FieldSchema };

/** Whether other rules mean the same place through a wildcard, or exclude it. */
const isShared = (path: FieldPath, all: readonly Said[]): boolean =>
  all.some(({ path: other, says }) => {
    if (other === path) return false;
    if (canMeet(other, path)) return true;
    if (says.exclusions.length === 0 || other.segments.length > path.segments.length) return false;
    const start = path.segments.slice(0, other.segments.length);
    return (
      canMeet(other, { ...path, segments: start }) && other.segments.some((segment, depth) => segment !== start[depth])
    );
  });

/** Fields that repeat others, such as `password_confirmation`. Their only requirement is to have the same value. */
const confirmations = (all: readonly Said[], advised: boolean): readonly Said[] =>
  all.flatMap(({ says }) => {
    const path = says.confirmation === null ? null : tryFieldPath(says.confirmation);
    if (path === null || path.wildcards > 0) return [];
    const { 'x-taproot-rules': _rules, description: _description, ...repeated } = says.schema;
    const schema = advised ? repeated : {};
    return [
      { path, says: { schema, absent: true, conditionals: [], exclusions: [], files: null, confirmation: null } },
    ];
  });

/** The application writes the schema of a custom rule. */
const customSchema = (rule: RuleDefinition): RuleSchema | null =>
  rule.schema === undefined ? null : { exactness: 'exact', value: (use) => rule.schema?.(use) ?? {} };

/**
 * The JSON Schema (2020-12) of a rules map, for bodies that pass these rules. It is never stricter than the rules; if it accepts more,
 * `gaps` says where. For tools; an application does not need it to serve requests.
 *
 * @throws E_RULE_* and E_FIELD_PATH for invalid rules.
 * @example schemaOf({ title: 'required|string|max:120', 'tags.*': 'string' }).schema
 */
export const schemaOf = (
  rules: Readonly<Record<string, unknown>>,
  { mode = 'json', view = 'accepted', typed = true, rules: own = builtInAlone }: SchemaOptions = {},
): RulesSchema => {
  const { source, check } = knownBy(own);
  const map = typed ? withImpliedLists(rules) : rules;
  const gaps = new GapList();
  for (const [field, written] of Object.entries(map)) check.check(written, field);
  const fields = Object.entries(map).map(([field, written]) => ({
    path: parseFieldPath(field),
    alternatives: alternativesOf(written).map((one) => parseRules(one, field, source)),
  }));
  const kinds = new Map(fields.map(({ path, alternatives: [first = []] }) => [path.text, declaredKind(first)]));
  const frame: SchemaFrame = {
    mode,
    advised: view === 'advised',
    typed,
    gaps,
    schemaOf: ({ definition }) =>
      isBuiltIn(definition) ? (ruleSchemas[definition.name] ?? null) : customSchema(definition),
    parse: (inner, field) => parseRules(inner, field, source),
    kindOf: (field) => kinds.get(field) ?? null,
  };
  const said = fields.map(({ path, alternatives }) => ({
    path,
    says: oneOfThese(
      alternatives.map((parsed) => fieldSchema(parsed, path.text, frame)),
      (reason) => gaps.add(path.text, 'when', 'inexact', reason),
    ),
  }));
  const root = new Place();
  for (const { path, says } of said) root.add(path, says, isShared(path, said));
  for (const repeated of confirmations(said, view === 'advised'))
    if (!said.some(({ path }) => path.text === repeated.path.text || canMeet(path, repeated.path)))
      root.add(repeated.path, repeated.says, false);
  const { schema } = root.emit(gaps);
  const files = said.flatMap(({ path, says: { files: types } }) => {
    const [top] = path.segments;
    return types === null || typeof top !== 'string' ? [] : [[top, types] as const];
  });
  return {
    schema: { type: 'object', ...schema },
    mediaTypes:
      files.length > 0
        ? ['multipart/form-data']
        : ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
    encoding: Object.fromEntries(
      files.filter(([, types]) => types.length > 0).map(([top, types]) => [top, { contentType: types.join(', ') }]),
    ),
    gaps: gaps.all,
  };
};
