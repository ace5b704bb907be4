import type { JsonObject } from '../json.ts';
import {
  type Alternative,
  alternativesOf,
  canonical,
  isAnnotation,
  isObject,
  type Kind,
  memberOf,
} from './alternatives.ts';
import type { Changes } from './change.ts';
import { matched } from './matched.ts';

/** The direction of the data. A narrower schema of a request breaks clients, and so does a wider schema of a response. */
export type Direction = 'request' | 'response';

/** Two documents, to follow references in each. */
export interface Pair {
  readonly before: JsonObject;
  readonly after: JsonObject;
}

/** The context of a comparison. */
export interface Comparison {
  readonly documents: Pair;
  readonly direction: Direction;
  readonly changes: Changes;
  /** The pairs that are being compared. Types that contain themselves end here. */
  readonly seen?: ReadonlySet<string>;
}

type Schemas = readonly [before: JsonObject, after: JsonObject];

/** The effect of a change on the values that a schema accepts; null for one that both adds and removes values. */
type Effect = 'narrower' | 'wider' | null;

const say = ({ direction, changes }: Comparison, effect: Effect, text: string): void => {
  const breaks = effect === null || (direction === 'request') === (effect === 'narrower');
  if (breaks) changes.breaking(text);
  else changes.additive(text);
};

/** The differences of two schemas, by the values that they accept. `where` names the value: `body.title`. */
export const compareSchemas = ([before, after]: Schemas, where: string, context: Comparison): void => {
  const old = alternativesOf(before, context.documents.before);
  const now = alternativesOf(after, context.documents.after);
  compareTypes([old, now], where, context);
  for (const kind of new Set([...old, ...now].map((each) => each.kind))) {
    const [a, b] = [old, now].map((all) => all.filter((each) => each.kind === kind));
    if (a === undefined || b === undefined || a.length === 0 || b.length === 0) continue;
    const [values, valuesNow] = [valuesOf(a), valuesOf(b)];
    // Keywords beside values only repeat what the values say.
    if (values !== null || valuesNow !== null) compareValues([values, valuesNow], where, context);
    else compareParts([a, b], where, context);
  }
};

/** `["string","null"]` as it is written in a schema; one type is a string. */
const typeText = (all: readonly Alternative[]): string => {
  const types = [...new Set(all.map(({ kind, whole }) => (kind === 'number' && whole ? 'integer' : kind)))];
  const kept = types.filter((type) => type !== 'integer' || !types.includes('number'));
  return JSON.stringify(kept.length === 1 ? kept[0] : kept);
};

/** Whether every value of this type is accepted by the other alternatives, as far as types say. */
const isTypeIn = ({ kind, whole }: Alternative, others: readonly Alternative[]): boolean =>
  others.some((other) => other.kind === 'any' || (other.kind === kind && (whole || !other.whole)));

const compareTypes = (
  [old, now]: readonly [readonly Alternative[], readonly Alternative[]],
  where: string,
  context: Comparison,
): void => {
  const hasLost = old.some((each) => !isTypeIn(each, now));
  const hasWon = now.some((each) => !isTypeIn(each, old));
  if (!hasLost && !hasWon) return;
  const effect = hasLost && hasWon ? null : hasLost ? 'narrower' : 'wider';
  say(context, effect, `${where}: type was ${typeText(old)}, is ${typeText(now)}`);
};

/** Keywords: 1 if a larger value narrows the schema, -1 if a smaller value does. */
const limits: Readonly<Record<string, 1 | -1>> = {
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

/** Keywords that are compared by their schemas, or by the alternatives. */
const apart = new Set(
  (
    'type enum const $ref anyOf oneOf properties patternProperties additionalProperties required items prefixItems ' +
    'allOf'
  ).split(' '),
);

/** Keywords that concern one type. All others concern every type. */
const ofKind: Readonly<Record<string, Kind>> = {
  minimum: 'number',
  exclusiveMinimum: 'number',
  maximum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  contentMediaType: 'string',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  contains: 'array',
  minProperties: 'object',
  maxProperties: 'object',
  dependentRequired: 'object',
  propertyNames: 'object',
};

/** The values that alternatives of one type accept; null for all of that type. */
const valuesOf = (all: readonly Alternative[]): readonly unknown[] | null => {
  if (all.some(({ values }) => values === null)) return null;
  const values = all.flatMap((each) => each.values ?? []);
  return values.includes(true) && values.includes(false) ? null : values;
};

const compareValues = (
  [a, b]: readonly [readonly unknown[] | null, readonly unknown[] | null],
  where: string,
  context: Comparison,
): void => {
  const said = `${where}: enum was ${shown(a ?? undefined)}, is ${shown(b ?? undefined)}`;
  if (a === null) return say(context, 'narrower', said);
  if (b === null) return say(context, 'wider', said);
  const [old, now] = [new Set(a.map(canonical)), new Set(b.map(canonical))];
  const hasLost = [...old].some((value) => !now.has(value));
  const hasWon = [...now].some((value) => !old.has(value));
  if (hasLost || hasWon) say(context, hasLost && hasWon ? null : hasLost ? 'narrower' : 'wider', said);
};

const compareKeywords = ([before, after]: Schemas, kind: Kind, where: string, context: Comparison): void => {
  const [old, now] = [wholeBounds(before), wholeBounds(after)];
  for (const keyword of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [a, b] = [old[keyword], now[keyword]];
    if (apart.has(keyword) || isAnnotation(keyword) || canonical(a) === canonical(b)) continue;
    if ((ofKind[keyword] ?? kind) !== kind && kind !== 'any') continue;
    say(context, effectOf(keyword, a, b), `${where}: ${keyword} was ${shown(a)}, is ${shown(b)}`);
  }
  compareAll([old, now], where, context);
};

/** Of whole numbers, `exclusiveMinimum: 0` and `minimum: 1` say the same. */
const wholeBounds = (schema: JsonObject): JsonObject => {
  if (schema['type'] !== 'integer') return schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = schema;
  return {
    ...(typeof above === 'number' ? { minimum: Math.floor(above) + 1 } : {}),
    ...(typeof below === 'number' ? { maximum: Math.ceil(below) - 1 } : {}),
    ...rest,
  };
};

const effectOf = (keyword: string, a: unknown, b: unknown): Effect => {
  if (a === undefined || a === false) return 'narrower';
  if (b === undefined || b === false) return 'wider';
  const turn = limits[keyword];
  if (typeof a !== 'number' || typeof b !== 'number') return null;
  if (turn !== undefined) return (b - a) * turn > 0 ? 'narrower' : 'wider';
  return keyword !== 'multipleOf' ? null : b % a === 0 ? 'narrower' : a % b === 0 ? 'wider' : null;
};

/** Further conditions: each one that comes narrows the schema, each one that goes widens it. */
const compareAll = ([before, after]: Schemas, where: string, context: Comparison): void => {
  const [old, now] = [conditionsOf(before), conditionsOf(after)];
  const count = (parts: number): string => `${parts} ${parts === 1 ? 'condition' : 'conditions'}`;
  const lost = old.filter((part) => !now.includes(part)).length;
  const won = now.filter((part) => !old.includes(part)).length;
  if (lost === 0 && won === 0) return;
  if (lost > 0 && won > 0) say(context, null, `${where}: a condition of allOf changed`);
  else
    say(context, lost > 0 ? 'wider' : 'narrower', `${where}: allOf was ${count(old.length)}, is ${count(now.length)}`);
};

/** The parts of `allOf`, without a type that only repeats the one of the schema. */
const conditionsOf = ({ allOf, type }: JsonObject): readonly string[] => {
  const parts: readonly unknown[] = Array.isArray(allOf) ? allOf : [];
  return parts.map((part) => {
    if (!isObject(part) || canonical(part['type']) !== canonical(type)) return canonical(part);
    const { type: _, ...rest } = part;
    return canonical(rest);
  });
};

/** Alternatives of one type: those that mean the same are compared, the others came or went. */
const compareParts = (
  [old, now]: readonly [readonly Alternative[], readonly Alternative[]],
  where: string,
  context: Comparison,
): void => {
  const { pairs, lost, won } = matched(old, now);
  for (const { kind, schema } of lost)
    say(context, 'narrower', `${where}: one kind of ${kind} is gone${briefly(schema)}`);
  for (const { kind, schema } of won) say(context, 'wider', `${where}: one more kind of ${kind}${briefly(schema)}`);
  for (const [{ kind, schema: before }, { schema: after }] of pairs) {
    const key = `${canonical(before)} ${canonical(after)}`;
    if (context.seen?.has(key) === true) continue;
    const inner = { ...context, seen: new Set([...(context.seen ?? []), key]) };
    compareKeywords([before, after], kind, where, inner);
    if (kind === 'object' || kind === 'any') compareObjects([before, after], where, inner);
    if (kind === 'array' || kind === 'any') compareLists([before, after], where, inner);
  }
};

const briefly = (schema: JsonObject): string => {
  const members = Object.keys(memberOf(schema, 'properties'));
  if (members.length > 0) return `: { ${members.join(', ')} }`;
  const items = schemaOf(schema['items']);
  const type = items['type'] ?? items['$ref'];
  return typeof type === 'string' ? ` of ${type}` : '';
};

const compareObjects = ([before, after]: Schemas, where: string, context: Comparison): void => {
  const { direction, changes } = context;
  const [oldProperties, properties] = [memberOf(before, 'properties'), memberOf(after, 'properties')];
  const [oldRequired, required] = [requiredOf(before), requiredOf(after)];
  for (const name of new Set([...Object.keys(oldProperties), ...Object.keys(properties)])) {
    const [a, b] = [oldProperties[name], properties[name]];
    const member = `${where}.${name}`;
    if (a === undefined) {
      if (direction === 'request' && required.includes(name)) changes.breaking(`${member} is new and required`);
      else changes.additive(`${member} is new`);
    } else if (b === undefined) changes.breaking(`${member} is gone`);
    else {
      if (!oldRequired.includes(name) && required.includes(name)) say(context, 'narrower', `${member} is now required`);
      if (oldRequired.includes(name) && !required.includes(name)) say(context, 'wider', `${member} is now optional`);
      compareSchemas([a, b], member, context);
    }
  }
  compareSchemas(bothOf('additionalProperties', [before, after]), `${where}.*`, context);
  const [oldPatterns, patterns] = [memberOf(before, 'patternProperties'), memberOf(after, 'patternProperties')];
  for (const pattern of new Set([...Object.keys(oldPatterns), ...Object.keys(patterns)]))
    compareSchemas([oldPatterns[pattern] ?? {}, patterns[pattern] ?? {}], `${where}./${pattern}/`, context);
};

const compareLists = ([before, after]: Schemas, where: string, context: Comparison): void => {
  const [old = [], now = []] = [before, after].map(({ prefixItems }) =>
    Array.isArray(prefixItems) ? (prefixItems as readonly JsonObject[]) : [],
  );
  const [rest, restNow] = bothOf('items', [before, after]);
  for (let i = 0; i < Math.max(old.length, now.length); i++)
    if (canHave(before, i) && canHave(after, i))
      compareSchemas([old[i] ?? rest, now[i] ?? restNow], `${where}[${i}]`, context);
  if (canHave(before, old.length) && canHave(after, now.length)) compareSchemas([rest, restNow], `${where}[]`, context);
};

/** Whether a list of this schema can have an entry at the index. If not, `maxItems` says the difference. */
const canHave = ({ maxItems }: JsonObject, index: number): boolean => typeof maxItems !== 'number' || index < maxItems;

/** The schemas of a keyword that may be a boolean. Without it, everything is accepted. */
const bothOf = (keyword: string, [before, after]: Schemas): Schemas => [
  schemaOf(before[keyword]),
  schemaOf(after[keyword]),
];

const schemaOf = (value: unknown): JsonObject => (value === false ? { not: {} } : isObject(value) ? value : {});

const requiredOf = (schema: JsonObject): readonly unknown[] =>
  Array.isArray(schema['required']) ? schema['required'] : [];

const shown = (value: unknown): string => (value === undefined ? 'not there' : JSON.stringify(value));
