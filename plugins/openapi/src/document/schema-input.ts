import type { AuthorFrame } from '@taproot/core/internal';
import type { JsonObject } from '../json.ts';
import type { Gap, SchemaFact } from '../reader/type-reader.ts';
import type { RulesSchema } from '../rules/rules-schemas.ts';
import type { SchemaDocuments } from '../rules/schema-documents.ts';
import type { ShapeSchemas } from './shape-schemas.ts';

/** The input that a Standard Schema takes: as its library writes it, else by its type, with a gap for its limits. */
export const bySchema = (
  fact: SchemaFact,
  place: AuthorFrame,
  documents: SchemaDocuments,
  shapes: ShapeSchemas,
): RulesSchema & { readonly noTexts: readonly string[] } => {
  const made = documents(fact);
  if ('schema' in made) {
    const { schema, noTexts, refined } = made;
    return {
      schema: discriminated(schema),
      noTexts,
      files: false,
      encoding: {},
      gaps: refined.map((part) => ofRefined(part, place)),
    };
  }
  const { reason, fix } = made;
  return {
    schema: shapes.whole(fact.input, place),
    noTexts: [],
    files: false,
    encoding: {},
    gaps: [{ code: 'E_OPENAPI_RULES', message: `The schema is known by its type alone: ${reason}`, fix, place }],
  };
};

/** A query is text, and a schema of a number that does not convert refuses each. */
export const ofNoText = (field: string, place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_RULES',
  message: `A query is text, and the schema refuses each text for "${field}"`,
  fix: 'Let the schema convert it: z.coerce.number()',
  place,
});

const ofRefined = (part: string, place: AuthorFrame): Gap => ({
  code: 'E_OPENAPI_RULES',
  message: `The schema${part === '' ? '' : ` of "${part}"`} has a check by code, which JSON Schema cannot say, so that the document accepts more than the server`,
  fix: "Say it in words behind the check: .refine(...).describe('The end is after the start.')",
  place,
});

/** A union of objects names the member that tells them apart, like the unions of responses. */
const discriminated = (schema: JsonObject): JsonObject => {
  const branches = (schema['oneOf'] ?? []) as readonly JsonObject[];
  const literals = branches.map(({ properties = {}, required = [] }) =>
    Object.entries(properties as Readonly<Record<string, JsonObject>>).flatMap(([name, each]) =>
      typeof each['const'] === 'string' && (required as readonly string[]).includes(name)
        ? [[name, each['const']] as const]
        : [],
    ),
  );
  const [first = []] = literals;
  const propertyName = first.find(([name]) => {
    const values = literals.flatMap((each) => each.flatMap(([other, value]) => (other === name ? [value] : [])));
    return values.length === branches.length && new Set(values).size === values.length;
  })?.[0];
  return propertyName === undefined ? schema : { ...schema, discriminator: { propertyName } };
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
  const branches = [schema['oneOf'], schema['anyOf'], schema['allOf']].flat().filter((each) => each !== undefined);
  return [
    ...inside.flatMap(([name, each]) => [name, ...fieldsOf(each, `${name}.`, depth - 1)]),
    ...branches.flatMap((each) => fieldsOf(each as JsonObject, before, depth - 1)),
  ];
};
