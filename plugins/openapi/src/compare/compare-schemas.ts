import type { JsonObject } from '../json.ts';
import type { Changes } from './change.ts';

/** The direction of the data. A narrower schema of a request breaks clients, and so does a wider schema of a response. */
export type Direction = 'request' | 'response';

/** Two documents, to follow references in each. */
export interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** Keywords: 1 if a larger value narrows the schema, -1 if a smaller value does. */
const narrowing: Readonly<Record<string, 1 | -1>> = {
  minimum: 1,
  exclusiveMinimum: 1,
  minLength: 1,
  minItems: 1,
  minProperties: 1,
  maximum: -1,
  exclusiveMaximum: -1,
  maxLength: -1,
  maxItems: -1,
  maxProperties: -1,
};

/** Keywords without a meaning for programs, and keywords that are compared separately. */
const apart = new Set(['description', 'title', 'examples', 'deprecated', 'properties', 'required', 'items', '$ref']);

/** The differences of two schemas. `where` names the value: `body.title`. */
export const compareSchemas = (
  [before, after]: readonly [JsonObject, JsonObject],
  where: string,
  context: {
    readonly documents: Pair;
    readonly direction: Direction;
    readonly changes: Changes;
    readonly seen?: ReadonlySet<string>;
  },
): void => {
  const { documents, direction, changes, seen = new Set() } = context;
  const names = `${String(before['$ref'])} ${String(after['$ref'])}`;
  if (before['$ref'] !== undefined && seen.has(names)) return;
  const inner = { ...context, seen: new Set([...seen, names]) };
  const [old, now] = [resolved(before, documents.before), resolved(after, documents.after)];
  const narrowed = (text: string): void => (direction === 'request' ? changes.breaking(text) : changes.additive(text));
  const widened = (text: string): void => (direction === 'request' ? changes.additive(text) : changes.breaking(text));

  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [old[keyword], now[keyword]];
    if (apart.has(keyword) || keyword.startsWith('x-') || JSON.stringify(a) === JSON.stringify(b)) continue;
    const said = `${where}: ${keyword} was ${shown(a)}, is ${shown(b)}`;
    const turn = narrowing[keyword];
    const isNarrower =
      turn !== undefined && typeof a === 'number' && typeof b === 'number'
        ? (b - a) * turn > 0
        : keyword === 'enum' || keyword === 'type'
          ? narrowerSet(a, b)
          : (narrowerPresence(a, b) ?? null);
    if (isNarrower === null) changes.breaking(said);
    else if (isNarrower) narrowed(said);
    else widened(said);
  }
  const [oldProperties, properties] = [membersOf(old), membersOf(now)];
  const [oldRequired, required] = [requiredOf(old), requiredOf(now)];
  for (const name of new Set([...Object.keys(oldProperties), ...Object.keys(properties)])) {
    const [a, b] = [oldProperties[name], properties[name]];
    const member = `${where}.${name}`;
    if (a === undefined) {
      if (direction === 'request' && required.includes(name)) changes.breaking(`${member} is new and required`);
      else changes.additive(`${member} is new`);
    } else if (b === undefined) changes.breaking(`${member} is gone`);
    else {
      if (!oldRequired.includes(name) && required.includes(name)) narrowed(`${member} is now required`);
      if (oldRequired.includes(name) && !required.includes(name)) widened(`${member} is now optional`);
      compareSchemas([a, b], member, inner);
    }
  }
  if (isObject(old['items']) && isObject(now['items']))
    compareSchemas([old['items'], now['items']], `${where}[]`, inner);
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shown = (value: unknown): string => (value === undefined ? 'not there' : JSON.stringify(value));

/** A new keyword narrows, a removed one widens; null when it only changes. */
const narrowerPresence = (a: unknown, b: unknown): boolean | null =>
  a === undefined ? true : b === undefined ? false : null;

/** Whether a set only lost members; null when it both lost and gained members. */
const narrowerSet = (a: unknown, b: unknown): boolean | null => {
  if (a === undefined || b === undefined) return narrowerPresence(a, b);
  const [old, now] = [a, b].map((value) =>
    (Array.isArray(value) ? value : [value]).map((each) => JSON.stringify(each)),
  );
  const lost = old?.some((each) => now?.includes(each) === false) === true;
  const won = now?.some((each) => old?.includes(each) === false) === true;
  return lost && won ? null : lost;
};

const membersOf = (schema: JsonObject): Readonly<Record<string, JsonObject>> =>
  isObject(schema['properties']) ? (schema['properties'] as Readonly<Record<string, JsonObject>>) : {};

const requiredOf = (schema: JsonObject): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : [];

/** A schema with its reference resolved. Members next to the reference win. */
export const resolved = (schema: JsonObject, document: JsonObject): JsonObject => {
  const reference = schema['$ref'];
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return schema;
  let found: unknown = document;
  for (const part of reference.slice(2).split('/')) found = isObject(found) ? found[part] : undefined;
  const { $ref: _, ...beside } = schema;
  return isObject(found) ? { ...resolved(found, document), ...beside } : beside;
};
