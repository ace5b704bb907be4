import { type JsonSchema, typed, typesOf } from '../json-schema/json-schema.ts';

/** A pattern for strings with only white space: what `String.prototype.trim()` makes empty. */
export const blankPattern = '^\\s*$';

const blank: JsonSchema = { type: 'string', pattern: blankPattern };

// Keywords that do not decide whether a value is accepted.
const annotations = new Set(['description', 'title', 'default', 'examples', 'deprecated', 'format']);

const isSilent = (keyword: string): boolean => annotations.has(keyword) || keyword.startsWith('x-');

// Keywords that do not apply to strings and null.
const others = new Set(
  (
    'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems items prefixItems contains ' +
    'minProperties maxProperties properties required dependentRequired propertyNames additionalProperties'
  ).split(' '),
);

const meaningOf = (schema: JsonSchema): readonly string[] =>
  Object.keys(schema).filter((keyword) => !isSilent(keyword) && !others.has(keyword) && keyword !== 'type');

/** The schema, widened to blank strings, because rules that skip blank strings accept them. */
export const orBlank = (schema: JsonSchema): JsonSchema => {
  const types = typesOf(schema);
  const meaning = meaningOf(schema);
  const takesText = types === null || types.includes('string');
  if (meaning.length === 0) {
    if (takesText) return schema;
    return { ...schema, ...typed([...(types ?? []), 'string']), pattern: blankPattern };
  }
  if (takesText && schema.pattern !== undefined && meaning.length === 1)
    return { ...schema, pattern: `${blankPattern}|${schema.pattern}` };
  return { anyOf: [schema, blank] };
};

/** The schema, widened to null. */
export const orNull = (schema: JsonSchema): JsonSchema => {
  const types = typesOf(schema);
  const meaning = meaningOf(schema).filter((keyword) => !['pattern', 'minLength', 'maxLength'].includes(keyword));
  const withType = types === null || types.includes('null') ? {} : typed([...types, 'null']);
  if (meaning.length === 0) return { ...schema, ...withType };
  if (meaning.length === 1 && schema.enum !== undefined)
    return { ...schema, ...withType, enum: schema.enum.includes(null) ? schema.enum : [...schema.enum, null] };
  return { anyOf: [schema, { type: 'null' }] };
};
