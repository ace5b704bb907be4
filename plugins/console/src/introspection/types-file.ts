import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Application, hasCode } from '@taproot/core';
import { typesText } from './types-text.ts';

/** The file of the names, from the application's folder. */
export const typesPath = 'types/taproot.d.ts';

/** How the file compares with the application. */
export type TypesState = 'fresh' | 'stale' | 'absent';

const readText = async (file: string): Promise<string | null> => {
  try {
    // Git may have given it other ends of lines.
    return (await readFile(file, 'utf8')).replaceAll('\r\n', '\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
};

const writeWhole = async (file: string, text: string): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  const half = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(half, text);
    await rename(half, file);
  } catch (error) {
    await rm(half, { force: true });
    throw error;
  }
};

/** Compares the file with the names of the application, and writes it when `write` says so for what it found. */
export const bringTypes = async (
  app: Application,
  root: string,
  write: (state: TypesState) => boolean,
): Promise<TypesState> => {
  const file = join(root, typesPath);
  const [text, before] = await Promise.all([typesText(app), readText(file)]);
  const state = before === null ? 'absent' : before === text ? 'fresh' : 'stale';
  if (state !== 'fresh' && write(state)) await writeWhole(file, text);
  return state;
};
