import type { JsonObject } from '../json.ts';

/** The type of one alternative. `any` is a schema that accepts every type. */
export type Kind = 'any' | 'array' | 'boolean' | 'null' | 'number' | 'object' | 'string';

/** One alternative of a schema: values of one type. A schema is compared as the list of its alternatives. */
export interface Alternative {
  readonly kind: Kind;
  /** Whether it accepts whole numbers only. */
  readonly whole: boolean;
  /** The accepted values; null for all values of the type. */
  readonly values: readonly unknown[] | null;
  /** The name of the component that it comes from; null if it is written in place. */
  readonly ref: string | null;
  /** Its keywords. */
  readonly schema: JsonObject;
}

/** Keywords without a meaning for programs. */
const annotations = new Set(['description', 'title', 'examples', 'example', 'deprecated', 'default', '$comment']);

/** Whether a keyword says nothing about the values. */
export const isAnnotation = (keyword: string): boolean => annotations.has(keyword) || keyword.startsWith('x-');

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The member of an object under this key if it is an object itself; else an empty object. */
export const memberOf = (value: JsonObject, key: string): Readonly<Record<string, JsonObject>> => {
  const member = value[key];
  return isObject(member) ? (member as Readonly<Record<string, JsonObject>>) : {};
};

const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : []);

/** A schema with its reference resolved. Members next to the reference narrow it. */
export const resolved = (schema: JsonObject, document: JsonObject): JsonObject => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let found: unknown = document;
  for (const part of reference.slice(2).split('/')) found = isObject(found) ? found[part] : undefined;
  const { $ref: _, ...beside } = schema;
  return isObject(found) ? together(resolved(found, document), beside) : beside;
};

/** Both schemas as one. Properties of both are merged; of other keywords the second wins. */
const together = (first: JsonObject, second: JsonObject): JsonObject => {
  const properties = Object.entries(memberOf(second, 'properties'));
  if (properties.length === 0 || !isObject(first['properties'])) return { ...first, ...second };
  const merged = { ...memberOf(first, 'properties') };
  for (const [name, property] of properties) merged[name] = { ...merged[name], ...property };
  return { ...first, ...second, properties: merged };
};

const kindOf = (type: unknown): Kind => (type === 'integer' ? 'number' : (type as Kind));

const kindOfValue = (value: unknown): Kind => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as Kind;
};

/** The alternatives of a schema: one for each type, and one for each part of its unions. None for a schema that accepts nothing. */
export const alternativesOf = (
  given: JsonObject,
  document: JsonObject,
  seen: ReadonlySet<string> = new Set(),
): readonly Alternative[] => {
  const reference = nameOf(given);
  if (reference !== null && seen.has(reference)) return [];
  const inner = reference === null ? seen : new Set([...seen, reference]);
  const schema = resolved(given, document);
  if (isObject(schema['not']) && Object.keys(schema['not']).length === 0) return [];
  const { anyOf, oneOf, ...own } = schema;
  const parts = [...listOf(anyOf), ...listOf(oneOf)];
  if (parts.length > 0)
    return parts.flatMap((part) => {
      const name = nameOf(part);
      if (name !== null && inner.has(name)) return [];
      const below = name === null ? inner : new Set([...inner, name]);
      const whole = together(own, resolved(part, document));
      const isUnion = 'anyOf' in whole || 'oneOf' in whole;
      return alternativesOf(whole, document, below).map((each) => (isUnion ? each : { ...each, ref: name }));
    });
  return byType(schema).map((each) => ({ ...each, ref: reference }));
};

const nameOf = ({ $ref }: JsonObject): string | null => (typeof $ref === 'string' ? $ref : null);

const byType = (schema: JsonObject): Omit<Alternative, 'ref'>[] => {
  const values = 'const' in schema ? [schema['const']] : Array.isArray(schema['enum']) ? schema['enum'] : null;
  const named = schema['type'] === undefined ? null : [schema['type']].flat();
  // Members without a type mean an object.
  const usual: Kind = isObject(schema['properties']) ? 'object' : 'any';
  const kinds = [...new Set(named?.map(kindOf) ?? values?.map(kindOfValue) ?? [usual])];
  const whole = named?.includes('integer') === true && !named.includes('number');
  return kinds.flatMap((kind) => {
    const own = values?.filter((value) => kindOfValue(value) === kind) ?? null;
    if (own?.length === 0) return [];
    return [{ kind, whole: kind === 'number' && whole, values: kind === 'null' ? null : own, schema }];
  });
};

/** The JSON of a value without annotations, with its keys in order. Equal strings mean equal schemas. */
export const canonical = (value: unknown): string => JSON.stringify(plain(value)) ?? '';

const plain = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(plain);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !isAnnotation(key))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, plain(inner)]),
  );
};
