import { errors } from './errors.ts';

// A word is a run of plain characters, escaped characters and quoted parts, as in a POSIX shell.
const word = /(?:[^\s"'\\]|\\[\s\S]|"(?:[^"\\]|\\[\s\S])*"|'[^']*')+/y;
const part = /"((?:[^"\\]|\\[\s\S])*)"|'([^']*)'|\\([\s\S])/g;

const unquote = (text: string): string =>
  text.replace(part, (_whole, double?: string, single?: string, escaped?: string) =>
    double === undefined ? (single ?? escaped ?? '') : double.replace(/\\(["\\])/g, '$1'),
  );

/**
 * The words of a command line. Quotes keep spaces within a word; variables and patterns are not expanded. Throws `E_COMMAND_LINE` for an
 * unclosed quote.
 */
export const splitCommandLine = (line: string): string[] => {
  const words: string[] = [];
  let rest = line.trimStart();
  while (rest !== '') {
    word.lastIndex = 0;
    const found = word.exec(rest)?.[0] ?? '';
    const after = rest.slice(found.length);
    if (found === '' || (after !== '' && after.trimStart() === after)) throw errors.E_COMMAND_LINE({ line });
    words.push(unquote(found));
    rest = after.trimStart();
  }
  return words;
};
