import { type JsonScalar, type JsonSchema, type JsonType, never, typed, typesOf } from './json-schema.ts';

const keywords: Readonly<Record<string, readonly (keyof JsonSchema)[]>> = {
  string: ['minLength', 'maxLength', 'pattern', 'format', 'contentMediaType'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  array: ['minItems', 'maxItems', 'uniqueItems', 'items', 'prefixItems', 'contains'],
  object: [
    'minProperties',
    'maxProperties',
    'properties',
    'required',
    'dependentRequired',
    'propertyNames',
    'additionalProperties',
  ],
};

const isOf = (value: JsonScalar, types: readonly JsonType[]): boolean => {
  if (value === null) return types.includes('null');
  if (typeof value !== 'number') return types.includes(typeof value === 'string' ? 'string' : 'boolean');
  return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
};

const typeOf = (value: JsonScalar): JsonType => {
  if (value === null) return 'null';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value === 'string' ? 'string' : 'boolean';
};

/** Whether a value of an enum meets the other keywords of its schema. */
const meets = (value: JsonScalar, schema: JsonSchema, types: readonly JsonType[] | null): boolean => {
  if (types !== null && !isOf(value, types)) return false;
  if (typeof value === 'number')
    return (
      value >= (schema.minimum ?? Number.NEGATIVE_INFINITY) && value <= (schema.maximum ?? Number.POSITIVE_INFINITY)
    );
  return typeof value !== 'string' || schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(value);
};

// The keywords that `meets` has checked for every value of an enum.
const asked: readonly (keyof JsonSchema)[] = ['minimum', 'maximum', 'pattern'];

/** Keeps only enum values that meet the other keywords, and drops the keywords that are then superfluous. */
const settle = (values: readonly JsonScalar[], schema: JsonSchema): JsonSchema => {
  const left = values.filter((value) => meets(value, schema, typesOf(schema)));
  if (left.length === 0) return never;
  const types = [...new Set(left.map(typeOf))];
  const settled: Record<string, unknown> = { ...schema, ...typed(types) };
  for (const keyword of asked) delete settled[keyword];
  return dropPointless({ ...settled, enum: left }, types);
};

const dropPointless = (schema: JsonSchema, types: readonly JsonType[]): JsonSchema => {
  const pruned: Record<string, unknown> = { ...schema };
  for (const [type, pointless] of Object.entries(keywords)) {
    const isNamed = types.some((name) => name === type || (type === 'number' && name === 'integer'));
    if (!isNamed) for (const keyword of pointless) delete pruned[keyword];
  }
  return pruned;
};

/** The schema without keywords and enum values that its other keywords make superfluous. */
export const prune = (schema: JsonSchema): JsonSchema => {
  const types = typesOf(schema);
  if (schema.enum !== undefined) return settle(schema.enum, schema);
  return types === null ? schema : dropPointless(schema, types);
};
