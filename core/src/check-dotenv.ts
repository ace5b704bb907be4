import { errors } from './errors.ts';

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

/**
 * Refuses a text of `.env` with a line that would be lost without a word: one without `=` or without a name, a name with
 * blanks, a quote that nothing closes: `E_ENV_LINE` with the line.
 */
export const checkDotenv = (text: string, file = '.env'): void => {
  let rest = text;
  let line = 1;
  const pass = (length: number): void => {
    line += rest.slice(0, length).split('\n').length - 1;
    rest = rest.slice(length);
  };
  while (rest !== '') {
    const skipped = blank.exec(rest)?.[0];
    if (skipped !== undefined) {
      pass(skipped.length);
      continue;
    }
    const [first = ''] = rest.split('\n', 1);
    const reason = fault(first);
    if (reason !== '') throw errors.E_ENV_LINE({ file, line, reason });
    pass(first.indexOf('=') + 1);
    const found = value.exec(rest)?.[0];
    if (found === undefined) throw errors.E_ENV_LINE({ file, line, reason: valueFault(rest) });
    pass(found.length);
    if (rest.startsWith('\n')) pass(1);
  }
};
