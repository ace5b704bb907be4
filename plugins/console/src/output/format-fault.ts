import { printable } from './printable.ts';
import type { Style } from './terminal.ts';
import { wrapWords } from './wrap.ts';

const heading = /^E_[A-Z0-9_]+:(?= )/;
const fix = /^ {2}fix: /;

/**
 * The text of `explain()` for a terminal: escape sequences are removed, code and fix are coloured, and both are wrapped at
 * words. Stacks and code frames stay unchanged.
 */
export const formatFault = (explained: string, columns: number, style: Style): string => {
  const wrap = (line: string, indent: string): string =>
    line.length <= columns ? line : wrapWords(line.split(' '), columns - indent.length).join(`\n${indent}`);
  return explained
    .split('\n')
    .map((text) => {
      const line = printable(text);
      if (heading.test(line)) return wrap(line, '  ').replace(heading, (code) => style.red(style.bold(code)));
      return fix.test(line) ? `  ${wrap(line.slice(2), '       ')}`.replace('fix:', style.green('fix:')) : line;
    })
    .join('\n');
};
