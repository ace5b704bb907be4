import type { AuthorFrame } from '@taproot/core/internal';
import type { JsonObject } from '../json.ts';
import type { SchemaFact } from '../reader/type-reader.ts';
import type { RulesSchema } from '../rules/rules-schemas.ts';
import type { SchemaDocuments } from '../rules/schema-documents.ts';
import type { ShapeSchemas } from './shape-schemas.ts';

/** The input that a Standard Schema takes: as its library writes it, else by its type, with a gap for its limits. */
export const bySchema = (
  fact: SchemaFact,
  place: AuthorFrame,
  documents: SchemaDocuments,
  shapes: ShapeSchemas,
): RulesSchema => {
  const made = documents(fact);
  if ('schema' in made) return { schema: made.schema, files: false, encoding: {}, gaps: [] };
  const { reason, fix } = made;
  return {
    schema: shapes.whole(fact.input, place),
    files: false,
    encoding: {},
    gaps: [{ code: 'E_OPENAPI_RULES', message: `The schema is known by its type alone: ${reason}`, fix, place }],
  };
};

/** The fields of a schema as errors name them: `title`, `author.name`, `items.*.sku`. */
export const fieldsOf = (schema: JsonObject, before = '', depth = 8): string[] => {
  const properties = Object.entries((schema['properties'] ?? {}) as Readonly<Record<string, JsonObject>>);
  const { items } = schema;
  const inside: (readonly [string, JsonObject])[] = properties.map(([name, each]) => [
    `${before}${name.replaceAll(/[.*]/g, String.raw`\$&`)}`,
    each,
  ]);
  if (before !== '' && typeof items === 'object' && items !== null) inside.push([`${before}*`, items as JsonObject]);
  if (depth === 0) return inside.map(([name]) => name);
  return inside.flatMap(([name, each]) => [name, ...fieldsOf(each, `${name}.`, depth - 1)]);
};
