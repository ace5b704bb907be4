import type { JsonObject } from '../json.ts';

/** The method of Standard Schema that judges a value. */
export type Validate = (value: unknown) => unknown;

interface Judged {
  readonly issues?: readonly { readonly path?: unknown }[];
}

const schemasOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

const branchesOf = ({ oneOf, anyOf }: JsonObject): readonly JsonObject[] => [...schemasOf(oneOf), ...schemasOf(anyOf)];

const typesOf = ({ type }: JsonObject): readonly unknown[] => [type ?? []].flat();

/** A number within the limits of its schema, if one of them is a number that it accepts. */
const numberOf = (schema: JsonObject): unknown => {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema as Record<string, number>;
  if (minimum !== undefined && minimum > 1) return minimum;
  if (exclusiveMinimum !== undefined && exclusiveMinimum >= 1) return exclusiveMinimum + 1;
  if (maximum !== undefined && maximum < 1) return maximum;
  if (exclusiveMaximum !== undefined && exclusiveMaximum <= 1) return exclusiveMaximum - 1;
  return multipleOf ?? 1;
};

/** A value of a JSON Schema; `asText` gives what a form sends of it. Where a string is allowed, it is a string in both. */
const sampleOf = (schema: JsonObject, asText: boolean): unknown => {
  const text = (value: unknown): unknown =>
    asText && (typeof value === 'number' || typeof value === 'boolean') ? String(value) : value;
  const [first] = Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : [];
  if ('const' in schema) return text(schema['const']);
  if (first !== undefined) return text(first);
  const branches = branchesOf(schema);
  const branch = branches.find((each) => typesOf(each).includes('string')) ?? branches[0];
  if (branch !== undefined) return sampleOf({ ...branch }, asText);
  const types = typesOf(schema);
  if (types.includes('string')) return 'a';
  if (types.includes('integer') || types.includes('number')) return text(numberOf(schema));
  if (types.includes('boolean')) return text(true);
  if (types.includes('array')) {
    const { prefixItems, items } = schema;
    const entries = Array.isArray(prefixItems) ? schemasOf(prefixItems) : [Object(items) as JsonObject];
    return entries.map((entry) => sampleOf(entry, asText));
  }
  if (!types.includes('object')) return 'a';
  const members = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);
  return Object.fromEntries(members.map(([name, each]) => [name, sampleOf(each, asText)]));
};

/** The fields that a schema refuses, as errors name them. */
const refusedOf = async (validate: Validate, value: unknown): Promise<Set<string>> => {
  const { issues = [] } = ((await validate(value)) ?? {}) as Judged;
  const names = issues.map(({ path }) =>
    (Array.isArray(path) ? (path as unknown[]) : []).map((step) => String(Object(step).key ?? step)).join('.'),
  );
  return new Set(names);
};

/**
 * The fields that a schema does not take as text; empty if forms and queries, which send strings alone, can fill it. The schema judges a
 * sample with numbers and booleans, and the same sample as text: a field that it refuses of the text alone is one that it does not convert.
 */
export const refusedTexts = async (schema: JsonObject, validate: Validate): Promise<readonly string[]> => {
  const branches = branchesOf(schema);
  const refused = new Set<string>();
  for (const branch of branches.length > 0 ? branches : [schema]) {
    const typed = sampleOf(branch, false);
    const text = sampleOf(branch, true);
    if (JSON.stringify(typed) === JSON.stringify(text)) continue;
    try {
      const known = await refusedOf(validate, typed);
      for (const field of await refusedOf(validate, text)) if (!known.has(field)) refused.add(field);
    } catch {
      // Code of the schema that needs a request, such as one that asks a database.
    }
  }
  return [...refused];
};
