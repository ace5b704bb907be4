import { nonEmpty, valuesOf } from '../../json-schema/facts.ts';
import { type JsonSchema, never } from '../../json-schema/json-schema.ts';
import { prune } from '../../json-schema/prune.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../../rules/rule-schema.ts';
import { isRequired } from './presence.ts';

const chosen = (texts: readonly string[]): JsonSchema => prune({ enum: [...new Set(texts.flatMap(valuesOf))] });

const among = ({ parameters, kind }: RuleUse): JsonSchema => {
  // Rule objects may have no values at all.
  const values = parameters.length === 0 ? never : chosen(parameters);
  return kind === 'array' ? { type: 'array', items: values } : values;
};

const notAmong = (use: RuleUse): JsonSchema => {
  if (use.parameters.length === 0) return {};
  const values = chosen(use.parameters);
  const isNumeric = use.kind === 'numeric' || use.kindOf(`${use.field}.*`) === 'numeric';
  if (isNumeric && !use.advised) use.loose('numbers that come as strings are not compared by value');
  return use.kind === 'array' || !use.has('string') ? { not: values, items: { not: values } } : { not: values };
};

const unequal = (use: RuleUse): JsonSchema => {
  if (use.kind === 'numeric' && !use.advised) use.loose('numbers that come as strings are not compared by value');
  return { not: { enum: valuesOf(use.parameters[0] ?? '') } };
};

const asField = (words: string): RuleSchema => ({
  exactness: 'none',
  beyond: 'every value; the description names the other field',
  value: ({ parameters, note }) => {
    note(`${words} ${parameters.map((other) => `\`${other}\``).join(' and ')}.`);
    return {};
  },
});

/** The field that `confirmed` compares with. */
export const confirmationOf = (field: string, parameters: readonly string[]): string =>
  parameters[0] ?? `${field}_confirmation`;

/** If the value is not empty, the other field must have the same value. */
const alike = (otherOf: (use: RuleUse) => string): RuleSchema => ({
  exactness: 'inexact',
  beyond: 'other values of the other field, which the description names',
  value: (use) => {
    use.note(`Must be the same as \`${otherOf(use)}\`.`);
    return {};
  },
  conditional: (use) => ({
    condition: use.has('required') && !use.has('sometimes') ? { every: [] } : { field: use.field, holds: nonEmpty },
    fields: [{ field: otherOf(use), always: isRequired }],
  }),
});

const distinct = (use: RuleUse): JsonSchema => {
  if (use.field.includes('*')) {
    use.note('No two entries may have the same value.');
    use.gap('values of different entries are not compared');
    return {};
  }
  return { uniqueItems: true };
};

const anyOf = ({ options, nested }: RuleUse): JsonSchema => {
  const alternatives = Array.isArray(options) ? options.map((rules: unknown) => nested(rules)) : [];
  const [only] = alternatives;
  return alternatives.length === 1 && only !== undefined ? only : { anyOf: alternatives };
};

const asked = (sentence: string): RuleSchema => ({
  exactness: 'none',
  beyond: 'every value; the rule asks a database',
  value: ({ note }) => {
    note(sentence);
    return {};
  },
});

/** Rules that compare a value with others. */
export const comparisonSchemas: RuleSchemas = {
  same: alike(({ parameters: [other = ''] }) => other),
  different: asField('Must be different from'),
  confirmed: alike(({ field, parameters }) => confirmationOf(field, parameters)),
  in_array: asField('Must be an entry of'),
  eq: { exactness: 'exact', value: ({ parameters }) => chosen(parameters) },
  ne: { exactness: 'exact', beyond: 'other spellings of a number, beside a rule on numbers', value: unequal },
  in: { exactness: 'exact', value: among },
  not_in: { exactness: 'exact', beyond: 'other spellings of a number, beside a rule on numbers', value: notAmong },
  any_of: { exactness: 'exact', beyond: 'what its alternatives let pass', value: anyOf },
  distinct: {
    exactness: 'inexact',
    beyond:
      'entries of different types with the same text, and under a wildcard all; `distinct:strict` on a list is exact',
    exactIn: ({ parameters, kindOf, field }) =>
      parameters.join() === 'strict' && !field.includes('*') && kindOf(`${field}.*`) !== 'numeric',
    value: distinct,
  },
  exists: asked('Must exist.'),
  unique: asked('Must not be taken.'),
};
