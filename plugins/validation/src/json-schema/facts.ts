import type { JsonScalar, JsonSchema } from './json-schema.ts';

/** The values that `required` accepts: all except null, blank strings, empty lists and empty objects. */
export const nonEmpty: JsonSchema = {
  type: ['array', 'boolean', 'number', 'object', 'string'],
  pattern: '\\S',
  minItems: 1,
  minProperties: 1,
};

/** The values that `prohibited` accepts if the field is present. */
export const empty: JsonSchema = {
  type: ['array', 'null', 'object', 'string'],
  pattern: '^\\s*$',
  maxItems: 0,
  maxProperties: 0,
};

/** A pattern for ASCII letters in any case, because JSON Schema has no flags. */
export const anyCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

const oneOf = (words: readonly string[]): string => `^ *(?:${words.map(anyCase).join('|')}) *$`;

/** The values that `accepted` accepts. */
export const accepted: JsonSchema = {
  anyOf: [{ enum: [true, 1] }, { type: 'string', pattern: oneOf(['yes', 'on', '1', 'true']) }],
};

/** The values that `declined` accepts. */
export const declined: JsonSchema = {
  anyOf: [{ enum: [false, 0] }, { type: 'string', pattern: oneOf(['no', 'off', '0', 'false']) }],
};

/** The JSON values with this text: a string, and also the number or boolean that is written so. */
export const valuesOf = (text: string): readonly JsonScalar[] => {
  const number = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(number) && String(number) === text;
  return [text, ...(isNumber ? [number] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
};

/** The JSON values that match one of these strings in a condition: `1` matches true, `0` matches false, `null` matches null. */
export const matching = (texts: readonly string[]): readonly JsonScalar[] => {
  const values = new Set(texts.flatMap(valuesOf));
  if (texts.includes('1')) values.add(true);
  if (texts.includes('0')) values.add(false);
  if (texts.includes('null')) values.add(null);
  return [...values];
};

/** Escapes a text for a pattern. */
export const literal = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
