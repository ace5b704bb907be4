import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { errors } from './errors.ts';
import type { Files } from './read-folder.ts';

const kindOf = (path: string) => lstatSync(path, { throwIfNoEntry: false });

// Files that the operating system creates by itself, and a repository that already exists.
const ignored = new Set(['.git', '.DS_Store', 'Thumbs.db']);

/** Throws `E_DIRECTORY_FILLED` unless the folder is empty or missing, or `force` is set. Throws `E_DIRECTORY_FOREIGN` for a file. */
export const checkDirectory = (directory: string, force: boolean): void => {
  const found = kindOf(directory);
  if (found === undefined) return;
  if (!found.isDirectory() && !found.isSymbolicLink()) throw errors.E_DIRECTORY_FOREIGN(directory, 'is a file');
  const entries = readdirSync(directory).filter((entry) => !ignored.has(entry));
  const [first = ''] = entries;
  if (entries.length > 0 && !force)
    throw errors.E_DIRECTORY_FILLED(
      directory,
      entries.length === 1 ? first : `${first} and ${entries.length - 1} more`,
    );
};

/** The folders between `directory` and the file, outermost first. */
const foldersOf = (directory: string, file: string): string[] => {
  const names = relative(directory, dirname(file)).split(sep).filter(Boolean);
  return [directory, ...names.map((_name, index) => join(directory, ...names.slice(0, index + 1)))];
};

/**
 * Writes all files or, if one fails, none: new files are removed, and replaced files are restored. It runs
 * synchronously, so that no signal can interrupt it. It never writes through links.
 */
export const writeFiles = (directory: string, files: Files): void => {
  const undo: (() => void)[] = [];
  try {
    for (const [path, content] of files) {
      const file = join(directory, path);
      for (const folder of foldersOf(directory, file)) {
        const found = kindOf(folder);
        if (found === undefined) {
          undo.push(...madeFolders(folder));
        } else if (folder !== directory && !found.isDirectory()) {
          throw errors.E_DIRECTORY_FOREIGN(folder, 'is not a folder');
        }
      }
      const before = kindOf(file);
      if (before !== undefined && !before.isFile()) throw errors.E_DIRECTORY_FOREIGN(file, 'is not a plain file');
      const old = before === undefined ? null : readFileSync(file);
      undo.push(() => (old === null ? rmSync(file, { force: true }) : writeFileSync(file, old)));
      writeFileSync(file, content);
      if (path === '.env') chmodSync(file, 0o600);
    }
  } catch (error) {
    for (const step of undo.toReversed()) step();
    throw error;
  }
};

/** Makes a folder and all missing folders above it. Returns a function for each that removes it again, outermost first. */
const madeFolders = (folder: string): (() => void)[] => {
  const first = mkdirSync(folder, { recursive: true }) ?? folder;
  return foldersOf(first, join(folder, 'file')).map((made) => () => rmdirSync(made));
};
