import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { errors } from '../errors.ts';
import { processUser } from './process-user.ts';
import { reasonOf } from './reason-of.ts';

const refused = (directory: string, reason: string, cause?: unknown): Error =>
  errors.E_UPLOAD_DIRECTORY({ directory, user: processUser(), reason }, { cause });

const find = async (directory: string): Promise<Error | null> => {
  try {
    if (!(await stat(directory)).isDirectory()) return refused(directory, 'it is not a directory');
    await access(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (cause) {
    return refused(directory, reasonOf(cause), cause);
  }
};

/**
 * Throws `E_UPLOAD_DIRECTORY` when uploads cannot be spooled to `http.upload.directory`. The default one is only reported:
 * an application that takes no uploads may run where no file can be written.
 */
export const checkSpool = async (
  directory: string,
  report: (error: unknown) => void,
  byDefault = tmpdir(),
): Promise<void> => {
  const error = await find(directory);
  if (error === null) return;
  if (directory !== byDefault) throw error;
  report(error);
};
