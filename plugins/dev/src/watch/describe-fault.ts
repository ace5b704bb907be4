import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { authorFrame, explain } from '@taproot/core/internal';
import type { BootFault } from '@taproot/workers/protocol';
import { findSyntaxError } from './find-syntax-error.ts';

/** The line of the application that threw an error, with the lines around it; empty if the file cannot be read. */
const frameAt = ({ file, line }: NonNullable<BootFault['place']>): string => {
  let lines: string[];
  try {
    lines = readFileSync(file, 'utf8').split('\n');
  } catch {
    // The code is not from a file.
    return '';
  }
  const width = String(line + 1).length;
  const show = (number: number): string[] => {
    const text = lines[number - 1];
    const mark = number === line ? '>' : ' ';
    return text === undefined ? [] : [`  ${mark} ${String(number).padStart(width)} | ${text.trimEnd()}`];
  };
  return `\n\n${[line - 1, line, line + 1].flatMap(show).join('\n')}\n`;
};

const placeOf = (error: unknown, text: string): BootFault['place'] => {
  const [, file, line, column] = /^E_SOURCE: (.+?):(\d+):(\d+): /.exec(text) ?? [];
  if (file !== undefined) return { file: resolve(file), line: Number(line), column: Number(column) };
  const frame = error instanceof Error ? authorFrame(error) : null;
  return frame === null ? null : { file: frame.file, line: frame.line, column: frame.column };
};

/** Describes an error of the boot of the application in `root`: text, place and source lines. */
export const describeFault = (error: unknown, root: string): BootFault => {
  let text = explain(error);
  // Node knows the place of this error, but the error object does not have it.
  if (error instanceof SyntaxError && !text.startsWith('E_SOURCE')) {
    const found = findSyntaxError(root, error);
    if (found !== null) text = explain(found);
  }
  const place = placeOf(error, text);
  const framed = / > +\d+ \|/.test(text) || place === null;
  return { text: framed ? text : text + frameAt(place), place };
};
