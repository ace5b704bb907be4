import type { JsonObject } from '../json.ts';
import { listOf, objectOf, referred, textOf } from './schema-node.ts';
import { docComment, memberName, quoted } from './type-names.ts';

/** How to write schemas as types. */
export interface TypeStyle {
  /** Names of components. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the type is for the input of callers: members may be undefined, and lists are readonly. */
  readonly input: boolean;
  /** Whether the client makes a `Date` of the strings of this schema. */
  readonly isDate: (schema: JsonObject) => boolean;
}

/** The TypeScript of a JSON Schema, over several lines when it has members. */
export const typeText = (schema: JsonObject, style: TypeStyle, indent = ''): string =>
  union(alternatives(schema, style, indent));

/** The types of which a value has one. None of them is a union outside of brackets. */
export const alternatives = (schema: JsonObject, style: TypeStyle, indent = ''): string[] => {
  if ('$ref' in schema) return [style.names.get(referred(schema)) ?? 'unknown'];
  if ('const' in schema) return [literal(schema['const'])];
  if (Array.isArray(schema['enum'])) return schema['enum'].map(literal);
  const parts = alternativesOf(schema);
  if (parts.length > 0) return parts.flatMap((each) => alternatives(each, style, indent));
  return typesOf(schema).flatMap((type) => typeOf(type, schema, style, indent));
};

/** The schemas of which a value has one; empty if there is one schema. `anyOf` next to a type narrows values, but not the type. */
export const alternativesOf = (schema: JsonObject): readonly JsonObject[] =>
  'type' in schema ? [] : [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf);

/** The JSON types of a schema; one empty string for any. */
export const typesOf = ({ type }: JsonObject): readonly string[] =>
  Array.isArray(type) ? type.map(textOf) : [textOf(type)];

const typeOf = (type: string, schema: JsonObject, style: TypeStyle, indent: string): string[] => {
  switch (type) {
    case 'string':
      return stringType(schema, style);
    case 'integer':
    case 'number':
      return ['number'];
    case 'boolean':
    case 'null':
      return [type];
    case 'array':
      return [arrayType(schema, style, indent)];
    case 'object':
      return [objectType(schema, style, indent)];
    default:
      return ['properties' in schema ? objectType(schema, style, indent) : 'unknown'];
  }
};

const stringType = (schema: JsonObject, style: TypeStyle): string[] => {
  if (schema['format'] === 'binary') return ['Blob'];
  if (!style.isDate(schema)) return ['string'];
  return style.input ? ['string', 'Date'] : ['Date'];
};

const arrayType = (schema: JsonObject, style: TypeStyle, indent: string): string => {
  const readonly = style.input ? 'readonly ' : '';
  const given = (entry: unknown): string[] => alternatives(objectOf(entry), style, indent);
  if (Array.isArray(schema['prefixItems'])) {
    const least = Number(schema['minItems'] ?? 0);
    const entries = schema['prefixItems'].map((entry, i) =>
      i < least ? union(given(entry)) : `${grouped(given(entry))}?`,
    );
    const rest = 'items' in schema ? [`...${grouped(given(schema['items']))}[]`] : [];
    return `${readonly}[${[...entries, ...rest].join(', ')}]`;
  }
  return `${readonly}${grouped(given(schema['items'] ?? {}))}[]`;
};

/** The alternatives as the type of entries: several need brackets, and so does a readonly list. */
const grouped = (types: readonly string[]): string => {
  const distinct = new Set(types);
  const text = union(types);
  return (distinct.size > 1 && text !== 'unknown') || text.startsWith('readonly ') ? `(${text})` : text;
};

const objectType = (schema: JsonObject, style: TypeStyle, indent: string): string => {
  const properties = Object.entries(objectOf(schema['properties']));
  const open = schema['additionalProperties'];
  const further = typeof open === 'object' ? alternatives(objectOf(open), style, indent) : ['unknown'];
  if (properties.length === 0)
    return open === false ? 'Record<string, never>' : `{ [member: string]: ${union(further)} }`;
  const required = listOf(schema['required']);
  const inner = `${indent}  `;
  const types: string[] = [];
  const members = properties.map(([name, value]) => {
    const property = objectOf(value);
    const needed = required.includes(name);
    const given = alternatives(property, style, inner);
    types.push(...given, ...(needed ? [] : ['undefined']));
    const type = union(!needed && style.input ? [...given, 'undefined'] : given);
    return `${docComment(textOf(property['description']), inner)}${inner}${memberName(name)}${needed ? '' : '?'}: ${type};\n`;
  });
  // The type of additional members must also allow the named members.
  const record = typeof open === 'object' ? `${inner}[member: string]: ${union([...further, ...types])};\n` : '';
  return `{\n${members.join('')}${record}${indent}}`;
};

const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));

/** A union of types without repetition; `unknown` replaces all others. */
export const union = (types: readonly string[]): string => {
  if (types.includes('unknown')) return 'unknown';
  return types.length === 0 ? 'never' : [...new Set(types)].join(' | ');
};
