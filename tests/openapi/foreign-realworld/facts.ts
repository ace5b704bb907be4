// A document as facts, so that two documents of one API can be held against each other.
import { type Json, jsonSchemaOf, listOf, objectOf, resolved } from './published.ts';

export type Part = 'parameters' | 'body' | 'statuses' | 'replies' | 'security';

export const parts: readonly Part[] = ['parameters', 'body', 'statuses', 'replies', 'security'];

/** What a document says of an operation: by part and name, `200 article.slug` is `string required`. */
export type Facts = Readonly<Record<Part, ReadonlyMap<string, string>>>;

type Entry = readonly [string, string];

const typeOf = (schema: Json): string => {
  const types = schema['const'] === undefined ? listOf(schema['type']) : [typeof schema['const']];
  const named = typeof schema['type'] === 'string' ? [schema['type']] : types;
  const text = named.map(String).toSorted().join(' or ') || 'anything';
  return typeof schema['format'] === 'string' ? `${text} (${schema['format']})` : text;
};

/** One schema for a union or an intersection: a member is required where each, or any, of its parts requires it. */
const flattened = (given: unknown, document: Json): Json => {
  const schema = resolved(given, document);
  const either = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map((one) => flattened(one, document));
  const all = listOf(schema['allOf']).map((one) => flattened(one, document));
  if (either.length === 0 && all.length === 0) return schema;
  const required = (one: Json) => listOf(one['required']);
  const [first = {}, ...others] = either;
  const types = new Set(
    [...either, ...all, schema].flatMap((one) => (Array.isArray(one['type']) ? one['type'] : [one['type']])),
  );
  types.delete(undefined);
  return {
    ...Object.assign({}, ...either, ...all),
    ...schema,
    ...(types.size > 0 ? { type: [...types] } : {}),
    properties: Object.assign({}, ...[...either, ...all, schema].map((one) => objectOf(one['properties']))),
    required: [
      ...[schema, ...all].flatMap(required),
      ...required(first).filter((name) => others.every((one) => required(one).includes(name))),
    ],
  };
};

const fieldsOf = (given: unknown, document: Json, at: string): Entry[] => {
  const schema = flattened(given, document);
  const required = listOf(schema['required']);
  const members = Object.entries(objectOf(schema['properties'])).flatMap(([name, member]): Entry[] => {
    const type = typeOf(flattened(member, document));
    const here = `${at}.${name}`.replace(/ \./, ' ');
    return [[here, required.includes(name) ? `${type}, required` : type], ...fieldsOf(member, document, here)];
  });
  const inner = (key: string, mark: string): Entry[] =>
    typeof schema[key] === 'object' && schema[key] !== null
      ? [[`${at}${mark}`, typeOf(flattened(schema[key], document))], ...fieldsOf(schema[key], document, `${at}${mark}`)]
      : [];
  return [...members, ...inner('items', '[]'), ...inner('additionalProperties', '.*')];
};

const securityOf = (operation: Json, document: Json): string => {
  const wanted = listOf(operation['security'] ?? document['security']).map(objectOf);
  if (!wanted.some((one) => Object.keys(one).length > 0)) return 'none';
  return wanted.some((one) => Object.keys(one).length === 0) ? 'optional' : 'required';
};

export const factsOf = (operation: Json, document: Json): Facts => {
  const parameters = listOf(operation['parameters']).map((one): Entry => {
    const { in: place, name, required, schema } = resolved(one, document);
    const { default: byDefault } = objectOf(schema);
    const type = `${typeOf(flattened(schema, document))}${required === true ? ', required' : ''}`;
    return [
      `${String(place)} ${String(name)}`,
      byDefault === undefined ? type : `${type}, ${JSON.stringify(byDefault)} by default`,
    ];
  });
  const body = jsonSchemaOf(operation['requestBody'], document);
  const responses = Object.entries(objectOf(operation['responses']));
  return {
    parameters: new Map(parameters),
    body: new Map(body === undefined ? [] : [['body', 'object'], ...fieldsOf(body, document, 'body ')]),
    statuses: new Map(responses.map(([status]) => [status, 'yes'])),
    replies: new Map(
      responses.flatMap(([status, response]) => {
        const schema = jsonSchemaOf(response, document);
        return schema === undefined || status === 'default' ? [] : fieldsOf(schema, document, `${status} `);
      }),
    ),
    security: new Map([['token', securityOf(operation, document)]]),
  };
};
