import { readFile, stat } from 'node:fs/promises';

/** A few lines of a source. */
export interface CodeFrame {
  /** Number of the first line. */
  readonly first: number;
  readonly lines: readonly string[];
}

const sourceFile = /\.(?:[cm]?[jt]sx?|eta)$/;
// The largest source in bytes. Larger files are bundles, whose lines do not help.
const longestSource = 1024 * 1024;
const longestLine = 200;
/** Lines shown before and after. */
const around = 5;

/** The source around a line; null for a file that is not source code: it must never read keys, passwords or devices. */
export const codeFrame = async (file: string, line: number): Promise<CodeFrame | null> => {
  if (!sourceFile.test(file)) return null;
  const found = await stat(file).catch(() => null);
  if (found === null || !found.isFile() || found.size > longestSource) return null;
  const lines = (await readFile(file, 'utf8')).split('\n');
  if (line < 1 || line > lines.length) return null;
  const first = Math.max(1, line - around);
  return { first, lines: lines.slice(first - 1, line + around).map((text) => text.slice(0, longestLine)) };
};
