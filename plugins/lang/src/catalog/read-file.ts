import { readFile as readSystemFile, stat } from 'node:fs/promises';
import { errors } from '../errors.ts';
import type { LangFile } from './list-files.ts';

/** The path of a language file from the directory of all. */
export const pathOf = ({ locale, group }: LangFile): string =>
  group === '' ? `${locale}.json` : `${locale}/${group}.json`;

/** Where to read files, and how long they may be. */
export interface FileSource {
  /** The directory, absolute. */
  readonly root: string;
  /** The directory, as errors show it. */
  readonly shown: string;
  /** The longest file in bytes. */
  readonly limit: number;
}

/** Reads one file as text, without byte order mark; rejects with the system's error, or `E_LANG_FILE` when it is too long. */
export const readFile = async (file: LangFile, { root, shown, limit }: FileSource): Promise<string> => {
  const { size } = await stat(`${root}/${pathOf(file)}`);
  if (size > limit) {
    const reason = `it has ${size} bytes, and lang.max_file is ${limit}`;
    throw errors.E_LANG_FILE({ place: `${shown}/${pathOf(file)}`, reason });
  }
  return (await readSystemFile(`${root}/${pathOf(file)}`, 'utf8')).replace(/^\uFEFF/, '');
};
