import { valuesOf } from '../facts.ts';
import { type JsonSchema, never } from '../json-schema.ts';
import { prune } from '../prune.ts';
import type { RuleSchema, RuleSchemas, RuleUse } from '../rule-schema.ts';

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
  same: asField('Must be the same as'),
  different: asField('Must be different from'),
  confirmed: {
    exactness: 'none',
    beyond: 'every value; the description names the other field, which is a property of its own',
    value: ({ parameters: [other], leaf, note }) => {
      note(`Must be the same as \`${other ?? `${leaf}_confirmation`}\`.`);
      return {};
    },
  },
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
