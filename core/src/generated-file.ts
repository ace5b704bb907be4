import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from './errors/thrown.ts';

/**
 * The text of a generated file, with the line ends that the command wrote, because Git may have changed them; null if
 * there is no file.
 */
export const readGenerated = async (file: string): Promise<string | null> => {
  try {
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

/** Writes a file whole or not at all: readers see the old one or the new one. Resolves to whether it differs from before. */
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
