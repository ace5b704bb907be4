// The API document of RealWorld, version 2.0.0, which the tests of examples/conduit hold.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export type Json = Readonly<Record<string, unknown>>;

export const objectOf = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const file = new URL('../../../examples/conduit/tests/openapi.yml', import.meta.url);
export const published = parse(readFileSync(file, 'utf8')) as Json;

/** What `$ref` points at, through any number of them. */
export const resolved = (value: unknown, document: Json): Json => {
  const given = objectOf(value);
  if (typeof given['$ref'] !== 'string') return given;
  const found = given['$ref']
    .slice(2)
    .split('/')
    .reduce<unknown>((at, key) => objectOf(at)[key], document);
  return resolved(found, document);
};

const methods = new Set(['get', 'put', 'post', 'delete', 'patch']);

/** The operations of a document by `PUT /articles/{slug}`. */
export const operationsOf = (document: Json, prefix = ''): ReadonlyMap<string, Json> =>
  new Map(
    Object.entries(objectOf(document['paths'])).flatMap(([path, item]) =>
      Object.entries(objectOf(item))
        .filter(([method]) => methods.has(method))
        .map(
          ([method, operation]) =>
            [`${method.toUpperCase()} ${path.replace(prefix, '')}`, objectOf(operation)] as const,
        ),
    ),
  );

/** The schema of a JSON body: of a request, or of a response. */
export const jsonSchemaOf = (holder: unknown, document: Json): unknown =>
  objectOf(objectOf(resolved(holder, document)['content'])['application/json'])['schema'];
