import { type JsonSchema, type JsonType, never, typed, typesOf } from './json-schema.ts';
import { prune } from './prune.ts';

type Keyword = keyof JsonSchema;
type Merge = (a: never, b: never) => unknown;

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const most = (a: number, b: number): number => Math.max(a, b);
const least = (a: number, b: number): number => Math.min(a, b);
const union = (a: readonly unknown[], b: readonly unknown[]): readonly unknown[] => [
  ...a,
  ...b.filter((entry) => !a.some((other) => same(other, entry))),
];
const byKey =
  <Value>(merge: (a: Value, b: Value) => Value) =>
  (a: Readonly<Record<string, Value>>, b: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> => {
    const merged = new Map(Object.entries(a));
    for (const [key, value] of Object.entries(b)) {
      const before = merged.get(key);
      merged.set(key, before === undefined ? value : merge(before, value));
    }
    return Object.fromEntries(merged);
  };

/** How to merge two values of a keyword. Keywords without an entry go into `allOf`. */
const merges: Partial<Record<Keyword, Merge>> = {
  minimum: most,
  exclusiveMinimum: most,
  minLength: most,
  minItems: most,
  minProperties: most,
  maximum: least,
  exclusiveMaximum: least,
  maxLength: least,
  maxItems: least,
  maxProperties: least,
  required: union,
  allOf: union,
  enum: (a: readonly unknown[], b: readonly unknown[]) => a.filter((value) => b.includes(value)),
  items: (a: JsonSchema, b: JsonSchema) => conjoin(a, b),
  properties: byKey((a: JsonSchema, b: JsonSchema) => conjoin(a, b)),
  dependentRequired: byKey((a: readonly string[], b: readonly string[]) => [...new Set([...a, ...b])]),
  'x-taproot-rules': union,
  description: (a: string, b: string) => `${a} ${b}`,
};

/** Types that both lists allow; a whole number is a number. */
const intersect = (a: readonly JsonType[], b: readonly JsonType[]): readonly JsonType[] => {
  const allows = (types: readonly JsonType[], type: JsonType): boolean =>
    types.includes(type) || (type === 'integer' && types.includes('number'));
  return [...new Set([...a.filter((type) => allows(b, type)), ...b.filter((type) => allows(a, type))])];
};

/** A schema for the values that both schemas accept, as flat as it can be written. */
export const conjoin = (a: JsonSchema, b: JsonSchema): JsonSchema => {
  if (same(a, never) || same(b, never)) return never;
  const merged: Record<string, unknown> = { ...a };
  const apart: JsonSchema[] = [];
  for (const [keyword, value] of Object.entries(b)) {
    const before = merged[keyword];
    if (before === undefined) merged[keyword] = value;
    else if (keyword !== 'type' && !same(before, value)) {
      const merge = merges[keyword as Keyword];
      // Both values come from the same keyword, so they have the type that the merge function needs.
      if (merge !== undefined) merged[keyword] = merge(before as never, value as never);
      else apart.push({ [keyword]: value });
    }
  }
  const [types, others] = [typesOf(a), typesOf(b)];
  if (types !== null && others !== null) {
    const both = intersect(types, others);
    if (both.length === 0) return never;
    Object.assign(merged, typed(both));
  }
  if (apart.length > 0) {
    // Some tools need the type beside a keyword such as `pattern`, although the schema around it says it already.
    const type = merged['type'] === undefined ? {} : { type: merged['type'] as JsonType };
    const parts = apart.map((part) => ({ ...type, ...part }));
    merged['allOf'] = union((merged['allOf'] as JsonSchema[] | undefined) ?? [], parts);
  }
  return prune(merged);
};

/** A schema for the values that all schemas accept; `{}` for none. */
export const conjoinAll = (schemas: readonly JsonSchema[]): JsonSchema => schemas.reduce(conjoin, {});
