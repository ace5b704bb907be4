import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** The names of the templates in a folder, sorted. */
export const templateNames = (folder: string, ending: string): readonly string[] => {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/').slice(0, -ending.length))
    .toSorted();
};

const included = /\b(?:include|layout)\(\s*(?:(['"`])([\w/-]+)\1)?/g;

/** Whether a template, or one that it includes, contains a word. An include whose name is not written out may. */
export const mentions = (
  fileOf: (name: string) => string | null,
  name: string,
  word: RegExp,
  seen = new Set<string>(),
): boolean => {
  const file = fileOf(name);
  if (file === null || seen.has(name)) return false;
  seen.add(name);
  const source = readFileSync(file, 'utf8');
  if (word.test(source)) return true;
  for (const [, , next] of source.matchAll(included))
    if (next === undefined || mentions(fileOf, next, word, seen)) return true;
  return false;
};

const loaded = /(?<![\w$.])vite\(\s*((?:(['"])[^'"\n]*\2\s*,?\s*)+)\)/g;

/** The calls of `vite()` in a template whose entries are written out, with their lines. */
export const assetsIn = (file: string): readonly { readonly line: number; readonly entries: readonly string[] }[] => {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(loaded)].map(({ 1: list = '', index }) => ({
    line: source.slice(0, index).split('\n').length,
    entries: [...list.matchAll(/(['"])(.*?)\1/g)].map(([, , entry = '']) => entry),
  }));
};
