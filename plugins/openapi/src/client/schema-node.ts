import type { JsonObject } from '../json.ts';

/** A value of the document if it is an object; else an empty object. */
export const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};

/** A value of the document if it is a list; else an empty list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** A value of the document if it is a string; else an empty string. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The last part of a reference into the document: `Post` of `#/components/schemas/Post`. */
export const referred = (schema: JsonObject): string => textOf(schema['$ref']).split('/').at(-1) ?? '';

/** Follows a reference into the document; returns any other object unchanged. */
export const resolved = (document: JsonObject, value: unknown): JsonObject => {
  const given = objectOf(value);
  const reference = textOf(given['$ref']);
  if (!reference.startsWith('#/')) return given;
  let found: unknown = document;
  for (const part of reference.slice(2).split('/'))
    found = objectOf(found)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  return objectOf(found);
};
