import type { JsonScalar, JsonSchema } from './json-schema.ts';

/** The values that `required` takes: not null, a blank string, an empty list or an empty object. */
export const nonEmpty: JsonSchema = {
  type: ['array', 'boolean', 'number', 'object', 'string'],
  pattern: '\\S',
  minItems: 1,
  minProperties: 1,
};

/** The values that `prohibited` takes where the field is present. */
export const empty: JsonSchema = {
  type: ['array', 'null', 'object', 'string'],
  pattern: '^\\s*$',
  maxItems: 0,
  maxProperties: 0,
};

/** Any case of ASCII letters: JSON Schema has no flags. */
export const anyCase = (text: string): string =>
  text.replaceAll(/[a-z]/gi, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);

const oneOf = (words: readonly string[]): string => `^ *(?:${words.map(anyCase).join('|')}) *$`;

/** A yes, as `accepted` reads it. */
export const accepted: JsonSchema = {
  anyOf: [{ enum: [true, 1] }, { type: 'string', pattern: oneOf(['yes', 'on', '1', 'true']) }],
};

/** A no, as `declined` reads it. */
export const declined: JsonSchema = {
  anyOf: [{ enum: [false, 0] }, { type: 'string', pattern: oneOf(['no', 'off', '0', 'false']) }],
};

/** The JSON values whose text is this one: the string, the number and the boolean that are written so. */
export const valuesOf = (text: string): readonly JsonScalar[] => {
  const number = Number(text);
  const isNumber = text.trim() !== '' && Number.isFinite(number) && String(number) === text;
  return [text, ...(isNumber ? [number] : []), ...(text === 'true' || text === 'false' ? [text === 'true'] : [])];
};

/** The JSON values that match one of these as a condition compares them: `1` is true, `0` is false, `null` is null. */
export const matching = (texts: readonly string[]): readonly JsonScalar[] => {
  const values = new Set(texts.flatMap(valuesOf));
  if (texts.includes('1')) values.add(true);
  if (texts.includes('0')) values.add(false);
  if (texts.includes('null')) values.add(null);
  return [...values];
};

/** A text within a pattern. */
export const literal = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
