import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from '@taproot/core';
import { isLocaleName } from './locale-name.ts';

/** One language file. The group of `lang/de/shop/cart.json` is `shop/cart`; the group of `lang/de.json` is empty. */
export interface LangFile {
  readonly locale: string;
  readonly group: string;
}

/** The contents of the directory of the language files. */
export interface Listing {
  /** Groups come before the file of the whole locale, so that its entries win. */
  readonly files: readonly LangFile[];
  /** Every directory that was read. */
  readonly folders: readonly string[];
}

/** How deep groups may nest. The limit also ends links that lead to their own parent. */
const deepest = 5;

const entriesOf = async (folder: string): Promise<Dirent[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.filter(({ name }) => !name.startsWith('.')).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
};

// Follows links, because in mounted configuration every file is a link.
const isFolder = async (path: string, entry: Dirent): Promise<boolean> => {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  const target = await stat(path).catch(() => null);
  return target?.isDirectory() ?? false;
};

/**
 * Finds the language files of a directory; empty if the directory does not exist. Other files and directories are
 * ignored.
 */
export const listFiles = async (root: string): Promise<Listing> => {
  const files: LangFile[] = [];
  const folders: string[] = [root];
  const walk = async (locale: string, prefix: string, depth: number): Promise<void> => {
    const folder = join(root, locale, prefix);
    folders.push(folder);
    for (const entry of await entriesOf(folder)) {
      if (await isFolder(join(folder, entry.name), entry)) {
        if (depth < deepest) await walk(locale, `${prefix}${entry.name}/`, depth + 1);
      } else if (entry.name.endsWith('.json')) {
        files.push({ locale, group: prefix + entry.name.slice(0, -'.json'.length) });
      }
    }
  };
  const whole: LangFile[] = [];
  for (const entry of await entriesOf(root)) {
    const locale = entry.name.replace(/\.json$/, '');
    if (!isLocaleName(locale)) continue;
    if (locale !== entry.name) whole.push({ locale, group: '' });
    else if (await isFolder(join(root, locale), entry)) await walk(locale, '', 1);
  }
  return { files: [...files, ...whole], folders };
};
