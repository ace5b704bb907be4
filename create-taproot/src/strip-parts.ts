import { errors } from './errors.ts';

// The comment of TypeScript, of .env and Dockerfile, or of HTML and Markdown, at the end of a line.
const marker = /^(.*?)[ \t]*(?:\/\/|#|<!--) (part|end part): ([a-z, ]+?)(?: -->)?[ \t]*$/;

interface Block {
  readonly names: string;
  readonly line: number;
  readonly kept: boolean;
}

/**
 * A file of the skeleton without the lines of absent parts, and without the marks:
 *
 *     authorize(ctx); // part: auth          one line
 *     // part: auth, database                everything down to its end, there when both are
 *     // end part: auth, database
 *
 * A part that does not exist, and a block that does not end, is `E_TEMPLATE`.
 */
export const stripParts = (
  path: string,
  text: string,
  present: readonly string[],
  known: readonly string[] = present,
): string => {
  if (!text.includes('part: ')) return text;
  const open: Block[] = [];
  const kept: string[] = [];
  let wasCut = false;
  // What stood between two blank lines leaves one of them.
  const keep = (line: string): void => {
    if (!(wasCut && line === '' && kept.at(-1) === '')) kept.push(line);
    wasCut = false;
  };

  for (const [index, line] of text.split('\n').entries()) {
    const [, code = '', kind, names = ''] = marker.exec(line) ?? [];
    const fail = (reason: string) => errors.E_TEMPLATE(`${path}:${index + 1}`, reason);
    const isKept = open.at(-1)?.kept ?? true;
    if (kind === undefined) {
      if (isKept) keep(line);
      else wasCut = true;
      continue;
    }
    const listed = names.split(/, */);
    const stranger = listed.find((name) => !known.includes(name));
    if (stranger !== undefined) throw fail(`there is no part "${stranger}"`);
    const stays = isKept && listed.every((name) => present.includes(name));
    wasCut ||= code.trim() === '' || !stays;
    if (kind === 'end part') {
      if (open.pop()?.names !== names) throw fail(`"${names}" ends here, but did not begin`);
    } else if (code.trim() === '') open.push({ names, line: index + 1, kept: stays });
    else if (stays) keep(code);
  }

  const [left] = open;
  if (left !== undefined) throw errors.E_TEMPLATE(`${path}:${left.line}`, `"${left.names}" never ends`);
  return kept.join('\n');
};
