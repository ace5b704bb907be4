import { stripVTControlCharacters } from 'node:util';

const plain = /^[ -~]*$/;
const breaks = /[\t\n\v\f\r\u0085\u2028\u2029]+/gu;
// What moves the cursor, and what turns the direction of writing, could make a line read as something it is not.
const unprintable = /[\p{Cc}\p{Bidi_Control}]/gu;

/** Text from elsewhere made fit for one line of a terminal: no escape sequences, control or direction characters. */
export const printable = (text: string): string =>
  plain.test(text) ? text : stripVTControlCharacters(text).replace(breaks, ' ').replace(unprintable, '');

/** The same for a text of several lines, which stay. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');
