import { relative, sep } from 'node:path';
import type { AuthorFrame } from '@taproot/core/internal';
import type { Mark } from './marks.ts';

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** A number of a source map: groups of five bits, the lowest first, with the sign as the lowest bit. */
const base64Vlq = (value: number): string => {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = '';
  do {
    const group = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? group | 32 : group];
  } while (rest > 0);
  return text;
};

/**
 * `routes.d.ts.map`: leads from the names of routes in `routes.d.ts` to their handlers, so that "go to definition" of an editor opens the
 * handler. `folder` has the file.
 */
export const declarationMap = (
  marks: readonly Mark[],
  handlers: ReadonlyMap<string, AuthorFrame>,
  folder: string,
): string => {
  const sources: string[] = [];
  const lines: string[] = [];
  let [source, row, column] = [0, 0, 0];
  for (const mark of marks) {
    const handler = handlers.get(mark.route);
    if (handler === undefined) continue;
    const path = relative(folder, handler.file).split(sep).join('/');
    if (!sources.includes(path)) sources.push(path);
    const place = [sources.indexOf(path), handler.line - 1, handler.column - 1] as const;
    const deltas = [place[0] - source, place[1] - row, place[2] - column];
    [source, row, column] = place;
    while (lines.length <= mark.line) lines.push('');
    // The segments without a source keep the rest of the file in the file. The first is at the start of the line, because
    // TypeScript 7 also looks up where the declaration starts, before the name, and takes the segment after that.
    lines[mark.line] = [
      base64Vlq(0),
      base64Vlq(mark.column) + deltas.map(base64Vlq).join(''),
      base64Vlq(mark.length),
    ].join(',');
  }
  return `${JSON.stringify({ version: 3, file: 'routes.d.ts', sourceRoot: '', sources, names: [], mappings: lines.join(';') })}\n`;
};
