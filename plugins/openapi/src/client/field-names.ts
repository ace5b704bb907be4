import type { JsonObject } from '../json.ts';
import { listOf, objectOf } from './schema-node.ts';
import { quoted } from './type-names.ts';

/** The fields of a schema that have rules, with their names in a 422: `title`, `tags.${number}`. */
export const fieldNames = (schema: JsonObject, path: readonly string[] = []): string[] => {
  const here = 'x-taproot-rules' in schema && path.length > 0 ? [path.join('.')] : [];
  const properties = Object.entries(objectOf(schema['properties'])).flatMap(([name, property]) =>
    fieldNames(objectOf(property), [...path, name]),
  );
  const below = (key: string, place: string): string[] =>
    key in schema ? fieldNames(objectOf(schema[key]), [...path, place]) : [];
  const parts = [...listOf(schema['allOf']), ...listOf(schema['anyOf'])].flatMap((part) =>
    fieldNames(objectOf(part), path),
  );
  return [
    ...here,
    ...properties,
    ...below('items', `\${number}`),
    ...below('additionalProperties', `\${string}`),
    ...parts,
  ];
};

/** A union of these names as TypeScript; names with a placeholder become template types. */
export const fieldUnion = (names: readonly string[]): string =>
  names.length === 0
    ? 'never'
    : names.map((name) => (placeholder.test(name) ? template(name) : quoted(name))).join(' | ');

const placeholder = /(\$\{(?:number|string)\})/;

const template = (name: string): string => {
  const parts = name
    .split(placeholder)
    .map((part, i) =>
      i % 2 === 1 ? part : part.replaceAll(/[`\\]|\$(?=\{)/g, '\\$&').replaceAll('\0', String.raw`\x00`),
    );
  return `\`${parts.join('')}\``;
};
