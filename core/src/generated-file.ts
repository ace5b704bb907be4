import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './errors/thrown.ts';

/**
 * The text of a generated file; null if there is no file. Line ends become those that the command wrote, because Git may have changed them.
 */
export const readGenerated = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Replaces a file in one step, so that readers see the old or the new text, never a part. Resolves to whether the text has changed. */
export const writeGenerated = async (file: string, text: string): Promise<boolean> => {
  if ((await readGenerated(file)) === text) return false;
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(half, text);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
  return true;
};
