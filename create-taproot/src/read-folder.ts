import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files by their path, parts joined by `/`. */
export type Files = Map<string, Buffer>;

// Gives files their real names again. npm would not pack `.gitignore`, and would obey `.npmrc`; see scripts/make-template.mjs.
const unpackedName = (path: string): string => path.replace(/(^|\/)_(gitignore|npmrc)$/, '$1.$2');

/** Every file below a folder; none when there is no such folder. */
export const readFolder = (folder: string): Files => {
  const files: Files = new Map();
  if (!existsSync(folder)) return files;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(unpackedName(file.slice(folder.length + 1).replaceAll('\\', '/')), readFileSync(file));
  }
  return files;
};
