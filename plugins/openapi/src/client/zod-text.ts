import type { JsonObject } from '../json.ts';
import { listOf, objectOf, referred, textOf } from './schema-node.ts';
import { keyText, quoted } from './type-names.ts';
import { alternativesOf, type TypeStyle, typesOf } from './type-text.ts';

/** How to write schemas: as the types of the same style. */
export type ZodStyle = TypeStyle;

/** The zod schema of a JSON Schema. Its type is the one that `typeText()` writes for the same style. */
export const zodText = (schema: JsonObject, style: ZodStyle): string => {
  if ('$ref' in schema) return reference(schema, style);
  if ('const' in schema) return `z.literal(${literal(schema['const'])})`;
  if (Array.isArray(schema['enum'])) return `z.literal([${schema['enum'].map(literal).join(', ')}])`;
  const parts = alternativesOf(schema);
  if (parts.length > 0) return union(parts.map((each) => zodText(each, style)));
  return union(typesOf(schema).map((type) => typeOf(type, schema, style)));
};

/** Later models are not there yet when an earlier one is made, and a model may contain itself. */
const reference = (schema: JsonObject, style: ZodStyle): string => {
  const name = referred(schema);
  if (name === 'Problem') return 'problem';
  if (name === 'InvalidProblem') return 'invalid';
  const known = style.names.get(name);
  return known === undefined ? 'z.unknown()' : `z.lazy(() => models[${quoted(known)}])`;
};

const union = (texts: readonly string[]): string => {
  const distinct = [...new Set(texts)];
  const rest = distinct.filter((text) => text !== 'z.null()');
  const [only = 'z.never()'] = rest;
  const joined = rest.length > 1 ? `z.union([${rest.join(', ')}])` : only;
  if (rest.length === distinct.length) return joined;
  return rest.length === 0 ? 'z.null()' : `${joined}.nullable()`;
};

const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));

const typeOf = (type: string, schema: JsonObject, style: ZodStyle): string => {
  switch (type) {
    case 'string':
      return stringSchema(schema, style);
    case 'integer':
      return `z.int()${numbers(schema)}`;
    case 'number':
      return `z.number()${numbers(schema)}`;
    case 'boolean':
      return 'z.boolean()';
    case 'null':
      return 'z.null()';
    case 'array':
      return arraySchema(schema, style);
    case 'object':
      return objectSchema(schema, style);
    default:
      return 'properties' in schema ? objectSchema(schema, style) : 'z.unknown()';
  }
};

/** Formats that zod checks no more strictly than the framework does. */
const formats: Readonly<Record<string, string>> = {
  email: 'z.email({ pattern: z.regexes.unicodeEmail })',
  uuid: 'z.guid()',
  'date-time': 'z.iso.datetime({ offset: true })',
  date: 'z.iso.date()',
};

const stringSchema = (schema: JsonObject, style: ZodStyle): string => {
  if (schema['format'] === 'binary') return 'z.instanceof(Blob)';
  const base = formats[textOf(schema['format'])] ?? 'z.string()';
  const text =
    base +
    calls(schema, [
      ['minLength', 'min'],
      ['maxLength', 'max'],
    ]) +
    pattern(schema);
  if (!style.isDate(schema)) return text;
  return style.input ? `z.union([${text}, z.date()])` : 'z.date()';
};

/** The patterns of a document are expressions of JavaScript with the flag `u`. */
const pattern = ({ pattern: source }: JsonObject): string => {
  if (typeof source !== 'string') return '';
  return `.regex(new RegExp(${quoted(source)}, 'u'))`;
};

const numbers = (schema: JsonObject): string =>
  calls(schema, [
    ['minimum', 'gte'],
    ['maximum', 'lte'],
    ['exclusiveMinimum', 'gt'],
    ['exclusiveMaximum', 'lt'],
    ['multipleOf', 'multipleOf'],
  ]);

const calls = (schema: JsonObject, names: readonly (readonly [key: string, method: string])[]): string =>
  names.map(([key, method]) => (typeof schema[key] === 'number' ? `.${method}(${schema[key]})` : '')).join('');

const arraySchema = (schema: JsonObject, style: ZodStyle): string => {
  const of = (entry: unknown): string => zodText(objectOf(entry), style);
  const tuple = listOf(schema['prefixItems']);
  if (tuple.length > 0) {
    const least = Number(schema['minItems'] ?? 0);
    const entries = tuple.map((entry, i) => (i < least ? of(entry) : `${of(entry)}.optional()`));
    return `z.tuple([${entries.join(', ')}]${'items' in schema ? `, ${of(schema['items'])}` : ''})`;
  }
  return `z.array(${of(schema['items'] ?? {})})${calls(schema, [
    ['minItems', 'min'],
    ['maxItems', 'max'],
  ])}`;
};

const objectSchema = (schema: JsonObject, style: ZodStyle): string => {
  const properties = Object.entries(objectOf(schema['properties']));
  const open = schema['additionalProperties'];
  const further = typeof open === 'object' ? zodText(objectOf(open), style) : 'z.unknown()';
  if (properties.length === 0)
    return open === false ? 'z.record(z.string(), z.never())' : `z.record(z.string(), ${further})`;
  const required = listOf(schema['required']);
  const members = properties.map(
    ([name, value]) =>
      `${keyText(name)}: ${zodText(objectOf(value), style)}${required.includes(name) ? '' : '.optional()'}`,
  );
  return `z.object({ ${members.join(', ')} })${typeof open === 'object' ? `.catchall(${further})` : ''}`;
};
