import { randomBytes } from 'node:crypto';
import { constants, createWriteStream, type WriteStream } from 'node:fs';
import { access, stat, unlink } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';

/** The name of the user this process runs as; its number if the system knows no name, as in many containers. */
export const processUser = (): string => {
  try {
    return JSON.stringify(userInfo().username);
  } catch {
    return String(process.getuid?.() ?? 'unknown');
  }
};

/** Says in words why the file system refused something. */
export const fileReason = (error: unknown): string => {
  if (hasCode(error, 'EACCES', 'EPERM')) return 'permission denied';
  if (hasCode(error, 'ENOENT')) return 'it does not exist';
  if (hasCode(error, 'ENOTDIR', 'EEXIST')) return 'there is a file where a directory is needed';
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'there is no room left';
  if (hasCode(error, 'EROFS')) return 'the file system is read-only';
  return reasonOf(error);
};

const refused = (directory: string, reason: string, cause?: unknown): Error =>
  errors.E_UPLOAD_DIRECTORY({ directory, user: processUser(), reason }, { cause });

const find = async (directory: string): Promise<Error | null> => {
  try {
    if (!(await stat(directory)).isDirectory()) return refused(directory, 'it is not a directory');
    await access(directory, constants.W_OK | constants.X_OK);
    return null;
  } catch (cause) {
    return refused(directory, fileReason(cause), cause);
  }
};

/**
 * Throws `E_UPLOAD_DIRECTORY` when uploads cannot be spooled to `http.upload.directory`. For the default directory it only reports the
 * error: an application without uploads may run where it cannot write files.
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

const closed = (stream: WriteStream): Promise<void> =>
  new Promise((resolve) => {
    if (stream.closed) resolve();
    else stream.once('close', () => resolve());
    stream.destroy();
  });

const remove = async (path: string): Promise<void> => {
  try {
    await unlink(path);
  } catch {
    // The file was moved away by store(), was never created, or cannot be removed. The response does not depend on it.
  }
};

/** The temporary files of one request. `dispose()` removes all of them, except files that were moved away. */
export class Spool {
  readonly #directory: string;
  readonly #onFailure: (error: Error) => void;
  readonly #files: { readonly path: string; readonly stream: WriteStream; readonly written: Promise<void> }[] = [];
  #disposed: Promise<void> | null = null;

  /** Calls `onFailure` when a file cannot be written: no space, no directory, too many open files. */
  constructor(directory: string, onFailure: (error: Error) => void) {
    this.#directory = directory;
    this.#onFailure = onFailure;
  }

  /** Begins a file under a random name. */
  open(): { readonly path: string; readonly stream: WriteStream } {
    const path = join(this.#directory, `taproot-${randomBytes(16).toString('hex')}`);
    // `wx` fails if another user of the directory has created this path first, for example as a symbolic link.
    const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const written = finished(stream).catch((cause: unknown) => {
      const error = errors.E_UPLOAD_SPOOL({ directory: this.#directory }, { cause });
      this.#onFailure(error);
      throw error;
    });
    written.catch(() => undefined);
    this.#files.push({ path, stream, written });
    return { path, stream };
  }

  /** Resolves when every file is on disk; rejects with the first error of a file. */
  async written(): Promise<void> {
    await Promise.all(this.#files.map(({ written }) => written));
  }

  /** Removes the remaining files. You may call it several times; it never rejects. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    await Promise.all(this.#files.map(({ stream }) => closed(stream)));
    await Promise.all(this.#files.map(({ path }) => remove(path)));
  }
}
