// Not by its name: Node 18 has no parseEnv, and would fail while it links, before anything can say that it is too old.
import * as util from 'node:util';

// A value in quotes may go on over lines; what looks like an assignment in there is none.
const assignment =
  /(?<=^|\n)[ \t\r\uFEFF]*(?:export[ \t]+)?([^\s#=][^=\n]*)=[ \t\r]*((?:"[^"]*"|'[^']*'|`[^`]*`)?[^\n]*)/g;

/**
 * The variables of the text of a `.env` file. Node's own reader is given bare assignments only: its versions differ in
 * which ones they lose beside indented comments, byte order marks, stray words and blanks after `export` or `=`.
 */
export const parseDotenv = (text: string): NodeJS.Dict<string> =>
  util.parseEnv(
    [...text.matchAll(assignment)]
      .map(([, name = '', value = '']) => `${name.trimEnd()}=${value.trimEnd()}\n`)
      .join(''),
  );
