import type { AuthorFrame } from '@taproot/core/internal';
import type { JsonObject } from '../json.ts';
import type { Gap, HandlerFacts, InputFact, Literal } from '../reader/type-reader.ts';
import type { RulesMode, RulesSchemas } from '../rules/rules-schemas.ts';
import type { SchemaDocuments } from '../rules/schema-documents.ts';
import { bySchema, fieldsOf, ofNoText } from './schema-input.ts';
import type { ShapeSchemas } from './shape-schemas.ts';

/**
 * The input of an operation without its path: a schema of an object for the query or the body, and parameters by name.
 */
export interface OperationInput {
  /** JSON Schema of the body; null if the operation reads no body. */
  readonly body: JsonObject | null;
  /** Whether the body has files. */
  readonly files: boolean;
  /** Whether a form can be the body. */
  readonly forms: boolean;
  /** Whether the code reads the bytes of the body, of any media type. */
  readonly raw: boolean;
  /** Media types of its files, by property. */
  readonly encoding: JsonObject;
  /** Query parameters: name, schema, and whether they are required. */
  readonly query: readonly (readonly [name: string, schema: JsonObject, required: boolean])[];
  /** Additional schemas of path parameters. */
  readonly path: ReadonlyMap<string, JsonObject>;
  readonly headers: readonly (readonly [name: string, schema: JsonObject])[];
  readonly cookies: readonly (readonly [name: string, schema: JsonObject])[];
  /** Fields with rules, and fields that must be unique. */
  readonly fields: readonly string[];
}

interface Given {
  readonly facts: HandlerFacts;
  /** Lower-case method. */
  readonly method: string;
  /** Names of the path's parameters. */
  readonly parameters: readonly string[];
  readonly rules: RulesSchemas;
  /** JSON Schemas of Standard Schemas. */
  readonly documents: SchemaDocuments;
  /** The kind of body. A query is always text. */
  readonly mode: RulesMode;
  readonly shapes: ShapeSchemas;
  readonly gap: (gap: Gap) => void;
}

/** Methods whose input is in the query. */
const inQuery = new Set(['get', 'head', 'delete', 'options']);

const propertiesOf = (schema: JsonObject): [string, JsonObject][] =>
  Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);

const requiredOf = (schema: JsonObject): readonly string[] => (schema['required'] ?? []) as readonly string[];

/** The input of an operation, by its rules and by the values that its code reads by name. */
export const operationInput = ({
  facts,
  method,
  parameters,
  rules,
  documents,
  mode,
  shapes,
  gap,
}: Given): OperationInput => {
  const byQuery = inQuery.has(method);
  const path = new Map<string, JsonObject>();
  const schemas: JsonObject[] = [];
  const encoding: Record<string, unknown> = {};
  let files = false;
  let forms = true;
  const ofSchemas: string[] = [];
  for (const { rules: given, schema: standard, defaults, place } of facts.validations) {
    const read =
      standard === null
        ? { ...rules.of(given, byQuery ? 'text' : mode, place), noTexts: [] }
        : bySchema(standard, place, documents, shapes);
    if (standard !== null) ofSchemas.push(...fieldsOf(read.schema));
    const made = { ...read, schema: withDefaults(withoutProhibited(read.schema), defaults) };
    for (const each of made.gaps) gap(each);
    files ||= made.files;
    forms &&= made.noTexts.length === 0;
    if (byQuery) for (const field of made.noTexts) gap(ofNoText(field, place));
    Object.assign(encoding, made.encoding);
    for (const [name, schema] of propertiesOf(made.schema)) if (parameters.includes(name)) path.set(name, schema);
    schemas.push(without(made.schema, parameters, !byQuery));
  }
  const place: AuthorFrame = facts.validations[0]?.place ?? facts.replies[0]?.place ?? { file: '', line: 1, column: 1 };
  const named = (where: InputFact['in']): [string, JsonObject][] =>
    facts.inputs
      .filter((input) => input.in === where)
      .map(({ name, shape, byDefault, converts }) => [
        name,
        {
          ...shapes.of(shape, place),
          ...(converts === undefined ? {} : { description: converts }),
          ...(byDefault === undefined ? {} : { default: byDefault }),
        },
      ]);
  const read = [
    ...named('body'),
    ...named('file').map(([name]): [string, JsonObject] => [name, { type: 'string', format: 'binary' }]),
  ];
  files ||= facts.inputs.some((input) => input.in === 'file');
  const body = merged([...schemas, { type: 'object', properties: Object.fromEntries(topLevel(read, parameters)) }]);
  for (const [name, schema] of named('path')) if (parameters.includes(name) && !path.has(name)) path.set(name, schema);
  const hasNames = facts.validations.length > 0 || read.length > 0;
  const required = requiredOf(body);
  const query = byQuery ? propertiesOf(body) : [];
  return {
    // A body that code reads whole may be any JSON, such as a list.
    body: byQuery || (!hasNames && facts.body === null) ? null : hasNames ? body : {},
    files: files && !byQuery,
    forms,
    raw: facts.body === 'raw',
    encoding,
    query: [
      ...query.map(([name, schema]) => [name, schema, required.includes(name)] as const),
      ...named('query')
        .filter(
          ([name], i, all) =>
            !query.some(([other]) => other === name) && all.findIndex(([other]) => other === name) === i,
        )
        .map(([name, schema]) => [name, schema, false] as const),
    ],
    path,
    headers: named('header'),
    cookies: named('cookie'),
    fields: [
      ...new Set([
        ...facts.validations.flatMap(({ rules: given }) => Object.keys(given)),
        ...ofSchemas,
        ...facts.taken,
      ]),
    ],
  };
};

/** `input('author.name')` reads a part of `author`. A name of a path parameter means that parameter. */
const topLevel = (read: readonly [string, JsonObject][], parameters: readonly string[]): [string, JsonObject][] => {
  const made = new Map<string, JsonObject>();
  // Calls that only ask for a name, such as `has('title')`, say nothing of its type.
  const byContent = read.toSorted(([, a], [, b]) => Number(isAny(b)) - Number(isAny(a)));
  for (const [name, schema] of byContent) {
    const [first = name, ...rest] = name.split('.');
    if (parameters.includes(first)) continue;
    made.set(first, rest.length === 0 ? schema : withMember(made.get(first), rest, schema));
  }
  return [...made];
};

const isAny = (schema: JsonObject): boolean => Object.keys(schema).length === 0;

/** An object schema with one more member. Anything else, such as a list whose entries are read by number, stays as it is. */
const withMember = (
  known: JsonObject | undefined,
  [name = '', ...rest]: readonly string[],
  schema: JsonObject,
): JsonObject => {
  if (/^\d+$/.test(name)) return known ?? {};
  if (known !== undefined && !isAny(known) && known['type'] !== 'object') return known;
  const properties = (known?.['properties'] ?? {}) as Readonly<Record<string, JsonObject>>;
  const member = rest.length === 0 ? schema : withMember(properties[name], rest, schema);
  return { ...known, type: 'object', properties: { ...properties, [name]: member } };
};

/** The schema without the members that rules prohibit, because clients should not send them. */
const withoutProhibited = (schema: JsonObject): JsonObject => {
  const properties = propertiesOf(schema)
    .filter(([, property]) => !isProhibited(property))
    .map(([name, property]) => [name, withoutProhibited(property)] as const);
  const { items } = schema;
  return {
    ...schema,
    ...('properties' in schema ? { properties: Object.fromEntries(properties) } : {}),
    ...(typeof items === 'object' && items !== null ? { items: withoutProhibited(items as JsonObject) } : {}),
  };
};

/** The schema with the values that a form has for properties which are not sent. */
const withDefaults = (schema: JsonObject, defaults: Readonly<Record<string, Literal>>): JsonObject => {
  if (Object.keys(defaults).length === 0) return schema;
  const required = requiredOf(schema);
  const properties = propertiesOf(schema).map(([name, property]) => [
    name,
    Object.hasOwn(defaults, name) && !required.includes(name) ? { ...property, default: defaults[name] } : property,
  ]);
  return { ...schema, properties: Object.fromEntries(properties) };
};

const isProhibited = ({ 'x-taproot-rules': rules }: JsonObject): boolean =>
  Array.isArray(rules) && (rules.includes('prohibited') || rules.includes('missing'));

/**
 * The schema without the parameters of the path. A body may have a member of that name, too, which then wins: one that takes no other members
 * names it.
 */
const without = (schema: JsonObject, names: readonly string[], isBody: boolean): JsonObject => {
  const isStrict = isBody && schema['additionalProperties'] === false;
  const properties = propertiesOf(schema).flatMap(([name, each]) => {
    if (!names.includes(name)) return [[name, each] as const];
    return isStrict ? [[name, { description: 'Wins over the parameter of the path.', ...each }] as const] : [];
  });
  const required = requiredOf(schema).filter((name) => !names.includes(name));
  const { required: _, ...rest } = schema;
  return { ...rest, properties: Object.fromEntries(properties), ...(required.length > 0 ? { required } : {}) };
};

/** Merges object schemas. If two have the same property, the first wins; the schemas of rules come first. */
const merged = (schemas: readonly JsonObject[]): JsonObject => {
  const properties: Record<string, JsonObject> = {};
  const required = new Set<string>();
  const rest: Record<string, unknown> = { type: 'object' };
  for (const schema of schemas) {
    for (const [name, property] of propertiesOf(schema)) properties[name] ??= property;
    for (const name of requiredOf(schema)) required.add(name);
    for (const [key, value] of Object.entries(schema)) {
      if (key === 'properties' || key === 'required') continue;
      rest[key] =
        key === 'allOf' ? [...((rest['allOf'] as unknown[] | undefined) ?? []), ...(value as unknown[])] : value;
    }
  }
  const isUnion = Object.keys(properties).length === 0 && ('oneOf' in rest || 'anyOf' in rest);
  return {
    ...rest,
    ...(isUnion ? {} : { properties }),
    ...(required.size > 0 ? { required: [...required] } : {}),
  };
};
