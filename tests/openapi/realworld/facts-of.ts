type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** What `$ref` points at, together with what is beside it. */
const resolved = (value: unknown, document: Json): Json => {
  const { $ref: ref, ...beside } = objectOf(value);
  if (typeof ref !== 'string') return beside;
  const found = ref
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => objectOf(at)[key], document);
  return { ...resolved(found, document), ...beside };
};

const merged = (schema: Json, document: Json): Json => {
  const parts = [...listOf(schema['allOf']), ...listOf(schema['anyOf'])].map((part) => resolved(part, document));
  const all = [schema, ...parts];
  return {
    type: schema['type'],
    items: schema['items'],
    properties: Object.assign({}, ...all.map((part) => objectOf(part['properties']))),
    required: all.flatMap((part) => listOf(part['required'])),
  };
};

/** The fields of a schema: `article.tagList[]`, with `required` behind those that must be there. */
const fieldsOf = (schema: unknown, document: Json, path = '', isNeeded = true): string[] => {
  const { properties, required, items } = merged(resolved(schema, document), document);
  const inner = Object.entries(objectOf(properties)).flatMap(([name, property]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const needed = isNeeded && listOf(required).includes(name);
    return [`${at}${needed ? ' required' : ''}`, ...fieldsOf(property, document, at, needed)];
  });
  return items === undefined ? inner : [...inner, ...fieldsOf(items, document, `${path}[]`, isNeeded)];
};

const schemaOf = (holder: Json): unknown => objectOf(objectOf(holder['content'])['application/json'])['schema'];

const factsOfOperation = (operation: Json, document: Json): string[] => [
  ...(listOf(operation['security']).some((each) => Object.keys(objectOf(each)).length > 0) ? ['token'] : []),
  ...listOf(operation['parameters'])
    .map((parameter) => resolved(parameter, document))
    .map(({ in: place, name, required }) => `${String(place)} ${String(name)}${required === true ? ' required' : ''}`),
  ...fieldsOf(schemaOf(resolved(operation['requestBody'], document)), document).map((field) => `body ${field}`),
  ...Object.entries(objectOf(operation['responses'])).flatMap(([status, response]) => [
    status,
    ...(status.startsWith('2') ? fieldsOf(schemaOf(resolved(response, document)), document) : []).map(
      (field) => `${status} ${field}`,
    ),
  ]),
];

/**
 * An OpenAPI document as short facts by operation: `query tag`, `body user.email required`, `201`, `201 user.token required`.
 * @param prefix of its paths, to be left out
 */
export const factsOf = (document: Json, prefix = ''): Readonly<Record<string, readonly string[]>> => {
  const facts = Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(
      ([method, operation]) =>
        [
          `${method.toUpperCase()} ${path.replace(prefix, '')}`,
          factsOfOperation(objectOf(operation), document).toSorted(),
        ] as const,
    ),
  );
  return Object.fromEntries(facts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
};
