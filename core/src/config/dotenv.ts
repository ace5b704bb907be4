import * as util from 'node:util';
import { errors } from '../errors.ts';

// Not by its name: Node 18 has no parseEnv, and would fail while it links, before anything can say that it is too old.

// A value in quotes may go on over lines; what looks like an assignment in there is none.
const assignment =
  /(?<=^|\n)[ \t\r\uFEFF]*(?:export[ \t]+)?([^\s#=][^=\n]*)=[ \t\r]*((?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*)/g;

/**
 * Reads the variables of a `.env` file. Node's own parser gets bare assignments only, because its versions differ in how they
 * handle indented comments, byte order marks, stray words, and spaces after `export` or `=`.
 */
export const parseDotenv = (text: string): NodeJS.Dict<string> =>
  util.parseEnv(
    [...text.matchAll(assignment)]
      .map(([, name = '', value = '']) => `${name.trimEnd()}=${value.trimEnd()}\n`)
      .join(''),
  );

// A value in quotes may hold line breaks; behind it only a comment may stand.
const value = /^[ \t]*(?:(["'`])(?:(?!\1)[^])*\1[ \t\r]*(?:#[^\n]*)?(?=\n|$)|[^"'`\s][^\n]*|\r?(?=\n|$))/;

const blank = /^[ \t\r\uFEFF]*(?:#[^\n]*)?(?:\n|$)/;

const name = /^[ \t\r\uFEFF]*(?:export[ \t]+)?([^=\n]*)/;

const fault = (line: string): string => {
  const [, variable = ''] = name.exec(line) ?? [];
  const trimmed = variable.trim();
  if (!line.includes('=')) return `is no variable: "${trimmed}" has no "="`;
  if (trimmed === '') return 'has no name in front of "="';
  if (/\s/.test(trimmed)) return `has a space in the name "${trimmed}"`;
  return '';
};

/** Tells what is wrong with the value at the beginning of `rest`: a quote that nothing closes, or text behind one. */
const valueFault = (rest: string): string => {
  const [, quote = ''] = /^[ \t]*(["'`])/.exec(rest) ?? [];
  return rest.trimStart().indexOf(quote, 1) === -1
    ? `opens a quote, ${quote}, that nothing closes`
    : 'has text behind the closing quote';
};

/** How long the variable at the beginning of `rest` is, with the line break behind it. */
const lengthOf = (rest: string, invalid: (reason: string) => Error): number => {
  const [first = ''] = rest.split('\n', 1);
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
export const checkDotenv = (text: string, file = '.env'): void => {
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
