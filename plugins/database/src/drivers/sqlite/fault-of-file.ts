import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf } from '../../reason-of.ts';

/** Why a database file cannot be opened, in words: libsql gives a number of SQLite. */
export const faultOfFile = async (path: string, error: unknown): Promise<string> => {
  const folder = dirname(path);
  const at = await stat(folder).catch(() => null);
  if (at === null) return `the folder ${folder} cannot be made (${reasonOf(error)})`;
  if (!at.isDirectory()) return `${folder} is not a folder`;
  const file = await stat(path).catch(() => null);
  if (file?.isDirectory() === true) return 'it is a folder';
  if (file !== null && !(await isWritable(path))) return 'this process may not write it';
  return (await isWritable(folder))
    ? reasonOf(error)
    : `this process may not write in ${folder}, where SQLite needs files beside it`;
};

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
