import type { JsonObject } from '../json.ts';

/** Keywords whose value is a schema, or a list of schemas. */
const ofSchemas = new Set(
  'additionalProperties allOf anyOf contains else if items not oneOf propertyNames then'.split(' '),
);

/** Keywords whose value has a schema for each name. */
const ofNames = new Set(['properties', 'patternProperties']);

/** Keywords that the dialect does not have. The literal members of a union tell its objects apart, without `discriminator`. */
const unknown = new Set(['discriminator', 'prefixItems']);

/** A schema of JSON Schema 2020-12 in the dialect of AsyncAPI, which is draft 7. */
export const inDraft7 = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(inDraft7);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as JsonObject;
  const made = Object.entries(rest)
    .filter(([key]) => !unknown.has(key))
    .map(([key, value]) => [key, keywordOf(key, value)] as const);
  const { prefixItems, items } = rest;
  const changed = {
    ...Object.fromEntries(made),
    ...(Array.isArray(prefixItems)
      ? { items: inDraft7(prefixItems), ...(items === undefined ? {} : { additionalItems: inDraft7(items) }) }
      : {}),
  };
  if ($ref === undefined) return changed;
  // Draft 7 ignores what is beside a reference.
  return Object.keys(changed).length === 0 ? { $ref } : { allOf: [{ $ref }], ...changed };
};

const keywordOf = (key: string, value: unknown): unknown => {
  if (!ofNames.has(key)) return ofSchemas.has(key) ? inDraft7(value) : value;
  return Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name, inDraft7(each)]));
};
