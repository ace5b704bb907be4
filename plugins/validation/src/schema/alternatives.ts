import type { JsonSchema } from '../json-schema/json-schema.ts';
import { When } from '../language/rule-spec.ts';
import { cutRuleText } from '../language/split-rules.ts';
import type { FieldSchema } from './field-schema.ts';

// The most alternatives in a schema. With more, the schema would be too long to be useful.
const most = 16;

const isPattern = (name: string): boolean => name === 'regex' || name === 'not_regex';

const asList = (rules: unknown): readonly unknown[] =>
  typeof rules === 'string' ? cutRuleText(rules, isPattern) : [rules].flat();

const combine = (
  before: readonly (readonly unknown[])[],
  next: readonly (readonly unknown[])[],
): readonly (readonly unknown[])[] => before.flatMap((start) => next.map((end) => [...start, ...end]));

const branches = (rules: unknown): readonly (readonly unknown[])[] => {
  if (Array.isArray(rules))
    return rules.map((rule) => (isNested(rule) ? branches(rule) : [[rule]])).reduce(combine, [[]]);
  if (!(rules instanceof When)) return [asList(rules)];
  if (typeof rules.condition === 'boolean') return branches(rules.condition ? rules.rules : rules.otherwise);
  return [...branches(rules.rules), ...branches(rules.otherwise)];
};

const isNested = (rule: unknown): boolean => Array.isArray(rule) || rule instanceof When;

/** The sets of rules that a field may have. There are several if `Rule.when(...)` decides at run time. */
export const alternativesOf = (rules: unknown): readonly unknown[] => {
  if (typeof rules === 'string') return [rules];
  const all = branches(rules);
  return all.length > most ? [[]] : all;
};

/**
 * Alternative lists of rules, of which one applies at run time. For `schemaOf()`, this means the same as `Rule.when()`. For tools that read
 * rules from source code.
 *
 * @example schemaOf({ n: eitherRules([['required', 'integer'], ['string']]) })
 */
export const eitherRules = (lists: readonly (readonly unknown[])[]): unknown => {
  const [first = [], ...rest] = lists;
  return rest.length === 0 ? first : new When(() => true, first, eitherRules(rest));
};

const distinct = (schemas: readonly JsonSchema[]): readonly JsonSchema[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

/**
 * A schema that accepts what any of the alternatives accepts. `loose` is called with the parts that it cannot express.
 */
export const oneOfThese = (all: readonly FieldSchema[], loose: (reason: string) => void): FieldSchema => {
  const [first] = all;
  if (all.length === 1 && first !== undefined) return first;
  loose('which rules hold is decided for each request');
  if (all.some(({ exclusions }) => exclusions.length > 0))
    return { schema: {}, absent: true, conditionals: [], exclusions: [], files: null, confirmation: null };
  const schemas = distinct(all.map(({ schema }) => schema));
  const [only = {}] = schemas;
  const files = all.flatMap(({ files: types }) => types ?? []);
  return {
    schema: schemas.length === 1 ? only : { anyOf: schemas },
    absent: all.some(({ absent }) => absent),
    conditionals: [],
    exclusions: [],
    confirmation: first?.confirmation ?? null,
    files: all.some(({ files: types }) => types !== null) ? [...new Set(files)] : null,
  };
};
