import { type JsonSchema, never } from '../json-schema/json-schema.ts';
import { type Segment, tryFieldPath, wildcard } from '../language/field-path.ts';
import type { Always, Condition } from '../rules/rule-schema.ts';
import { isIndex } from '../values/records.ts';

type Segments = readonly Segment[];

/** The fields in a condition. */
export const fieldsOf = (condition: Condition): readonly string[] => {
  if ('field' in condition) return [condition.field];
  if ('not' in condition) return fieldsOf(condition.not);
  return ('some' in condition ? condition.some : condition.every).flatMap(fieldsOf);
};

/** How many keys two paths share from the root on. Ignores the last key of each path. */
const sharedDepth = (a: Segments, b: Segments): number => {
  let depth = 0;
  while (depth < a.length - 1 && depth < b.length - 1 && a[depth] === b[depth]) depth++;
  return depth;
};

// Whether a path has no indexes or wildcards. An index may mean an entry of a list or a property, and a schema cannot know which.
const isPlain = (segments: Segments): boolean => segments.every((segment) => segment !== wildcard && !isIndex(segment));

/**
 * The depth of the object that contains all these fields and the field of the rule. Null if there is no such object, or
 * if they are entries of a list, which a schema cannot express.
 */
export const commonDepth = (from: Segments, fields: readonly string[]): number | null => {
  const paths = fields.flatMap((field) => tryFieldPath(field) ?? []);
  const depth = Math.min(from.length - 1, ...paths.map(({ segments }) => sharedDepth(from, segments)));
  return paths.every(({ segments }) => isPlain(segments.slice(depth))) ? depth : null;
};

/** A schema for objects in which the field at these keys is present and matches `holds`. */
const present = (keys: readonly string[], holds: JsonSchema): JsonSchema => {
  const [key, ...rest] = keys;
  if (key === undefined) return holds;
  const inner = present(rest, holds);
  const properties = Object.keys(inner).length === 0 ? {} : { properties: { [key]: inner } };
  return { type: 'object', required: [key], ...properties };
};

const keysBelow = (field: string, depth: number): readonly string[] | null => {
  const path = tryFieldPath(field);
  return path === null ? null : path.segments.slice(depth).map((segment) => (segment === wildcard ? '*' : segment));
};

/** The condition as a schema for the object at this depth. */
export const conditionSchema = (condition: Condition, depth: number): JsonSchema => {
  if ('field' in condition) {
    // An invalid path is never present.
    const keys = keysBelow(condition.field, depth);
    return keys === null ? never : present(keys, condition.holds);
  }
  if ('not' in condition) return { not: conditionSchema(condition.not, depth) };
  const isSome = 'some' in condition;
  const parts = (isSome ? condition.some : condition.every).map((part) => conditionSchema(part, depth));
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return only;
  return isSome ? { anyOf: parts } : { allOf: parts };
};

interface Placed {
  readonly schema: JsonSchema;
  /** Whether the object around it must contain it. */
  readonly must: boolean;
}

/** A condition on a field, as a schema of the value some levels above it. All entries of lists and objects must meet it. */
export const placed = (segments: Segments, { schema, absent }: Always): Placed => {
  const [key, ...rest] = segments;
  if (key === undefined) return { schema, must: !absent };
  const inner = placed(rest, { schema, absent });
  if (key === wildcard) return { schema: { items: inner.schema, additionalProperties: inner.schema }, must: false };
  const says = Object.keys(inner.schema).length > 0;
  const properties = says ? { properties: { [key]: inner.schema } } : {};
  if (isIndex(key)) return entryAt(Number(key), properties, inner);
  const must = inner.must ? ({ type: 'object', required: [key] } as const) : {};
  return { schema: { ...must, ...properties }, must: inner.must };
};

/** The most positions of a list that a schema lists one by one. */
export const mostPlaces = 64;

/** An index means an entry of a list, or a key of an object. */
const entryAt = (index: number, properties: JsonSchema, inner: Placed): Placed => {
  if (index >= mostPlaces) return { schema: {}, must: false };
  const prefixItems = [...Array.from({ length: index }, () => ({})), inner.schema];
  const must = inner.must
    ? ({ type: ['array', 'object'], required: [String(index)], minItems: index + 1 } as const)
    : {};
  return { schema: { ...must, ...properties, prefixItems }, must: inner.must };
};
