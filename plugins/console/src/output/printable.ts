import { stripVTControlCharacters } from 'node:util';

const controls = /[\u007f-\u009f]/gu;

const escape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A value as JSON text for a terminal. JSON escapes the lower control characters by itself; but the upper ones move the cursor, too. */
export const toJson = (value: unknown): string => JSON.stringify(value, null, 2).replace(controls, escape);

const plain = /^[ -~]*$/;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
// Characters that move the cursor or change the writing direction. They could make a line look like another one.
const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Text of unknown origin, made safe for one line of a terminal: without escape sequences, control and direction characters. */
export const printable = (text: string): string =>
  plain.test(text) ? text : stripVTControlCharacters(text).replace(breaks, ' ').replace(unprintable, '');
