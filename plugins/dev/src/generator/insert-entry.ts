import type { List } from './find-list.ts';
import type { SourceFile } from './source-file.ts';
import type { Splice } from './splice.ts';

// The longest line that formatters leave.
const lineWidth = 120;

/** A list, and the entry to insert into it. */
interface Insertion {
  readonly file: SourceFile;
  readonly list: List;
  readonly entry: string;
  /** The position after the last entry, or after the opening bracket. */
  readonly after: number;
  /** The position after the comma of the last entry; null without a comma. */
  readonly comma: number | null;
}

const indented = ({ entry, file }: Insertion, indentation: string): string =>
  entry
    .split('\n')
    .map((line) => indentation + line.replaceAll('  ', file.indent))
    .join(file.eol);

const startOfLine = (text: string, place: number): number => text.lastIndexOf('\n', place - 1) + 1;

/** The width of the line that contains a list. */
const widthOf = ({ text }: SourceFile, { start, end }: List): number =>
  `${text}\n`.indexOf('\n', end) - startOfLine(text, start);

/** For a list over several lines: adds a line above the closing bracket. */
const onNewLine = (insertion: Insertion): Splice[] => {
  const { file, list, after, comma } = insertion;
  const last = list.entries.at(-1);
  const indentation =
    last === undefined ? file.indentationAt(list.end - 1) + file.indent : file.indentationAt(last.start ?? 0);
  const whole = last === undefined || comma !== null;
  const line = indented(insertion, indentation) + (whole ? ',' : '') + file.eol;
  const added = { at: startOfLine(file.text, list.end - 1), text: line };
  return whole ? [added] : [{ at: after, text: ',' }, added];
};

/** For a list on one line: adds the entry after the others. */
const inline = ({ file, list, entry, after, comma }: Insertion): Splice[] => {
  if (comma !== null) return [{ at: comma, text: ` ${entry}` }];
  if (list.entries.length > 0) return [{ at: after, text: `, ${entry}` }];
  const spaced = list.kind === 'object' && file.slice(list) === '{}';
  return [{ at: after, text: spaced ? ` ${entry} ` : entry }];
};

/** For a list on one line that would get too long: gives each entry its own line. */
const broken = (insertion: Insertion): Splice[] => {
  const { file, list } = insertion;
  const base = file.indentationAt(list.start);
  const entries = list.entries.map((one) => `${base}${file.indent}${file.slice(one)},`);
  const lines = [...entries, `${indented(insertion, base + file.indent)},`, base];
  return [{ at: list.start + 1, end: list.end - 1, text: file.eol + lines.join(file.eol) }];
};

/** Inserts the entry at the end of the list, in the format of the list. `entry` must be indented by two spaces a step. */
export const insertEntry = (file: SourceFile, list: List, entry: string): Splice[] => {
  const after = list.entries.at(-1)?.end ?? list.start + 1;
  const comma = list.entries.length === 0 ? null : (file.tokenFrom(after, ',', list.end)?.end ?? null);
  const insertion = { file, list, entry, after, comma };
  const written = file.slice(list);
  if (/\n/.test(written)) {
    const closesLine = file.text.slice(startOfLine(file.text, list.end - 1), list.end - 1).trim() === '';
    return closesLine ? onNewLine(insertion) : inline(insertion);
  }
  const fits = !entry.includes('\n') && widthOf(file, list) + entry.length + 2 <= lineWidth;
  // Breaking the line could move a comment to the wrong entry, so a list with comments stays on its line.
  return fits || written.includes('/*') ? inline(insertion) : broken(insertion);
};
