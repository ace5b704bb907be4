import { randomBytes } from 'node:crypto';
import { createWriteStream, type WriteStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { errors } from '../errors.ts';

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
    // Moved away by store(), never made, or not to be helped: the answer does not depend on it.
  }
};

/** The temporary files of one request. Every file it ever began is gone after `dispose()`, unless it was moved away. */
export class Spool {
  readonly #directory: string;
  readonly #onFailure: (error: Error) => void;
  readonly #files: { readonly path: string; readonly stream: WriteStream; readonly written: Promise<void> }[] = [];
  #disposed: Promise<void> | null = null;

  /** `onFailure` is told when a file cannot be written: no space, no directory, too many open files. */
  constructor(directory: string, onFailure: (error: Error) => void) {
    this.#directory = directory;
    this.#onFailure = onFailure;
  }

  /** Begins a file under a random name. */
  open(): { readonly path: string; readonly stream: WriteStream } {
    const path = join(this.#directory, `taproot-${randomBytes(16).toString('hex')}`);
    // `wx` refuses what another user of the directory put there first, a symbolic link for one.
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

  /** Resolves when every file is on disk; rejects with what kept one from it. */
  async written(): Promise<void> {
    await Promise.all(this.#files.map(({ written }) => written));
  }

  /** Removes what is left; safe to call more than once, never rejects. */
  dispose(): Promise<void> {
    this.#disposed ??= this.#dispose();
    return this.#disposed;
  }

  async #dispose(): Promise<void> {
    await Promise.all(this.#files.map(({ stream }) => closed(stream)));
    await Promise.all(this.#files.map(({ path }) => remove(path)));
  }
}
