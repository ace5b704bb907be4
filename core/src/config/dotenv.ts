import * as util from 'node:util';
import { errors } from '../errors/errors.ts';

// Not a named import: Node 18 has no parseEnv, and would fail while linking, before we can say that it is too old.

// A quoted value may have several lines; a line in it that looks like an assignment is not one.
const assignment = /(?<=^|\n)[ \t\r\uFEFF]*(?:export[ \t]+)?[^\s#=][^=\n]*=[ \t\r]*(?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*/g;

const lead = /^[ \t\r\uFEFF]*(?:export[ \t]+)?/;

/** The name in an assignment, or all of a line that is none. */
const nameIn = (line: string): string =>
  line
    .replace(lead, '')
    .replace(/=[^]*$/, '')
    .trim();

/** An assignment as every version of Node's parser reads it. */
const bare = (assigned: string): string => {
  const value = assigned.slice(assigned.indexOf('=') + 1).replace(/^[ \t\r]+/, '');
  return `${nameIn(assigned)}=${value.trimEnd()}\n`;
};

/**
 * Reads the variables of a `.env` file. Node's own parser gets bare assignments only, because its versions differ in how they
 * handle indented comments, byte order marks, stray words, and spaces after `export` or `=`.
 */
export const parseDotenv = (text: string): NodeJS.Dict<string> =>
  util.parseEnv([...text.matchAll(assignment)].map(([whole]) => bare(whole)).join(''));

// A quoted value may contain line breaks; only a comment may follow it.
const value = /^[ \t]*(?:(["'`])(?:(?!\1)[^])*\1[ \t\r]*(?:#[^\n]*)?(?=\n|$)|[^"'`\s][^\n]*|\r?(?=\n|$))/;

const blank = /^[ \t\r\uFEFF]*(?:#[^\n]*)?(?:\n|$)/;

const fault = (line: string): string => {
  const name = nameIn(line);
  if (!line.includes('=')) return `is no variable: "${name}" has no "="`;
  if (name === '') return 'has no name in front of "="';
  if (/\s/.test(name)) return `has a space in the name "${name}"`;
  return '';
};

const codePoint = (char: string): string => `U+${char.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * Says what is wrong with the value at the beginning of `rest`: a missing closing quote, text after a quote, or a space
 * that editors show like a normal one.
 */
const valueFault = (rest: string): string => {
  const text = rest.replace(/^[ \t]+/, '');
  const first = text.charAt(0);
  if (!/["'`]/.test(first)) return `begins its value with the character ${codePoint(first)}, which is no plain space`;
  return text.includes(first, 1) ? 'has text behind the closing quote' : `opens a quote, ${first}, that nothing closes`;
};

/** How long the variable at the beginning of `rest` is, with the line break behind it. */
const lengthOf = (rest: string, invalid: (reason: string) => Error): number => {
  const first = rest.slice(0, rest.search(/\n|$/));
  const reason = fault(first);
  if (reason !== '') throw invalid(reason);
  const start = first.indexOf('=') + 1;
  const behind = rest.slice(start);
  const found = value.exec(behind)?.[0];
  if (found === undefined) throw invalid(valueFault(behind));
  return start + found.length + (behind[found.length] === '\n' ? 1 : 0);
};

/**
 * Checks that no line of a `.env` file would silently be lost: a line without `=` or without a name, a name with spaces, an
 * unclosed quote.
 * @throws E_ENV_LINE with the number of the line.
 */
export const checkDotenv = (text: string, file: string): void => {
  let line = 1;
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const length =
      blank.exec(rest)?.[0].length ?? lengthOf(rest, (reason) => errors.E_ENV_LINE({ file, line, reason }));
    line += rest.slice(0, length).split('\n').length - 1;
    at += length;
  }
};
