import type { JsonObject } from '../json.ts';
import { listOf, objectOf, referred, textOf } from './schema-node.ts';
import { docComment, memberName, quoted } from './type-names.ts';

/** How to write schemas as types. */
export interface TypeStyle {
  /** Names of components. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether the type is for the input of callers: members may be undefined, and lists are readonly. */
  readonly input: boolean;
}

/** The TypeScript of a JSON Schema, over several lines when it has members. */
export const typeText = (schema: JsonObject, style: TypeStyle, indent = ''): string => {
  if ('$ref' in schema) return style.names.get(referred(schema)) ?? 'unknown';
  if ('const' in schema) return literal(schema['const']);
  if (Array.isArray(schema['enum'])) return union(schema['enum'].map(literal));
  const alternatives = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])].map(objectOf);
  // Rules may write `anyOf` next to a type. That narrows values, but not the type.
  if (alternatives.length > 0 && !('type' in schema))
    return union(alternatives.map((each) => typeText(each, style, indent)));
  const types = Array.isArray(schema['type']) ? schema['type'].map(textOf) : [textOf(schema['type'])];
  return union(types.map((type) => typeOf(type, schema, style, indent)));
};

const typeOf = (type: string, schema: JsonObject, style: TypeStyle, indent: string): string => {
  switch (type) {
    case 'string':
      return schema['format'] === 'binary' ? 'Blob' : 'string';
    case 'integer':
    case 'number':
      return 'number';
    case 'boolean':
    case 'null':
      return type;
    case 'array':
      return arrayType(schema, style, indent);
    case 'object':
      return objectType(schema, style, indent);
    default:
      return 'properties' in schema ? objectType(schema, style, indent) : 'unknown';
  }
};

const arrayType = (schema: JsonObject, style: TypeStyle, indent: string): string => {
  const readonly = style.input ? 'readonly ' : '';
  const text = (entry: unknown): string => typeText(objectOf(entry), style, indent);
  if (Array.isArray(schema['prefixItems'])) {
    const least = Number(schema['minItems'] ?? 0);
    const entries = schema['prefixItems'].map((entry, i) => (i < least ? text(entry) : `${grouped(text(entry))}?`));
    const rest = 'items' in schema ? [`...${grouped(text(schema['items']))}[]`] : [];
    return `${readonly}[${[...entries, ...rest].join(', ')}]`;
  }
  const of = grouped(text(schema['items'] ?? {}));
  return style.input ? `readonly ${of}[]` : `${of}[]`;
};

const grouped = (type: string): string => (/ \| |^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type);

const objectType = (schema: JsonObject, style: TypeStyle, indent: string): string => {
  const properties = Object.entries(objectOf(schema['properties']));
  const open = schema['additionalProperties'];
  const further = typeof open === 'object' ? typeText(objectOf(open), style, indent) : 'unknown';
  if (properties.length === 0) return open === false ? 'Record<string, never>' : `{ [member: string]: ${further} }`;
  const required = listOf(schema['required']);
  const inner = `${indent}  `;
  const types: string[] = [];
  const members = properties.map(([name, value]) => {
    const property = objectOf(value);
    const needed = required.includes(name);
    const text = typeText(property, style, inner);
    types.push(text, ...(needed ? [] : ['undefined']));
    const type = !needed && style.input ? `${text} | undefined` : text;
    return `${docComment(textOf(property['description']), inner)}${inner}${memberName(name)}${needed ? '' : '?'}: ${type};\n`;
  });
  // The type of additional members must also allow the named members.
  const record = typeof open === 'object' ? `${inner}[member: string]: ${union([further, ...types])};\n` : '';
  return `{\n${members.join('')}${record}${indent}}`;
};

const literal = (value: unknown): string => (typeof value === 'string' ? quoted(value) : JSON.stringify(value));

/** A union without repetition; `unknown` replaces all others. */
export const union = (types: readonly string[]): string => {
  const all = [
    ...new Set(types.flatMap((type) => (type.includes('{') || type.includes('(') ? [type] : type.split(' | ')))),
  ];
  if (all.includes('unknown')) return 'unknown';
  return all.length === 0 ? 'never' : all.join(' | ');
};
