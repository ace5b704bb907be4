import { spawnSync } from 'node:child_process';
import { type Dirent, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describeSource, type SourceFault } from '@taproot/core/internal';
import { aside } from '../sources/list-inputs.ts';

const script = /\.[cm]?js$/;
const skipped = /^\.|^node_modules$/;
/** The most files to check; each needs its own process. */
const most = 30;
const wait = 5000;

const scriptsIn = (folder: string, without: readonly string[]): string[] => {
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.test(entry.name) || without.includes(entry.name) ? [] : scriptsIn(path, []);
    return entry.isFile() && script.test(entry.name) ? [path] : [];
  });
};

const savedAt = (file: string): number => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

/** The place in the output of `node --check`: path and line, the source, a mark below the column, and the reason. */
const placeOf = (said: string, file: string): SourceFault | null => {
  const [, line, , spaces = '', reason = 'It is not valid JavaScript'] =
    /^.+:(\d+)\n(.*)\n( *)\^+\n\nSyntaxError: (.+)$/m.exec(said) ?? [];
  if (line === undefined) return null;
  return { file, line: Number(line), column: spaces.length + 1, reason: `${reason}.`, fix: 'Correct this line' };
};

/**
 * The error `E_SOURCE` for the file of JavaScript in `root` that Node cannot parse; null when no file is found. Node's error for such a
 * file has no place, so this parses the files that were saved last again, each in its own process.
 */
export const findSyntaxError = (root: string, error: SyntaxError) => {
  const files = scriptsIn(root, aside)
    .map((file) => ({ file, at: savedAt(file) }))
    .toSorted((a, b) => b.at - a.at)
    .slice(0, most);
  for (const { file } of files) {
    const { status, stderr } = spawnSync(process.execPath, ['--check', file], { encoding: 'utf8', timeout: wait });
    const fault = status === 1 ? placeOf(stderr, file) : null;
    if (fault !== null) return describeSource(fault, error);
  }
  return null;
};
