import { join } from 'node:path';
import { type Application } from '@taproot/core';
import { readGenerated, writeGenerated } from '@taproot/core/internal';
import { typesText } from './types-text.ts';

/** The path of the file of names in the application's folder. */
export const typesPath = 'types/taproot.d.ts';

/** How the file compares with the application. */
export type TypesState = 'fresh' | 'stale' | 'absent';

/** Compares the file with the names of the application. Writes it if `write` returns true for the result. */
export const bringTypes = async (
  app: Application,
  root: string,
  write: (state: TypesState) => boolean,
): Promise<TypesState> => {
  const file = join(root, typesPath);
  const [text, before] = await Promise.all([typesText(app), readGenerated(file)]);
  const state = before === null ? 'absent' : before === text ? 'fresh' : 'stale';
  if (state !== 'fresh' && write(state)) await writeGenerated(file, text);
  return state;
};
