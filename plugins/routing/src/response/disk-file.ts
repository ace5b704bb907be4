import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hasCode } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import entityTag from 'etag';
import { errors } from '../errors.ts';
import { type ByteRange, DiskStream } from './disk-stream.ts';

/** Resolves when a stream has its first bytes or its end; rejects with its error. Reads nothing from it. */
export const whenReadable = (stream: Readable): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = (act: () => void) => (): void => {
      stream.off('readable', ready).off('close', ready).off('error', fail);
      act();
    };
    const ready = settle(resolve);
    const fail = (error: Error): void => settle(() => reject(error))();
    if (stream.destroyed) return stream.errored === null ? resolve() : reject(stream.errored);
    stream.on('readable', ready).on('close', ready).on('error', fail);
  });

/** Whether an error means that there is no regular file at the path, including impossible names. */
const isAbsent = (error: unknown): boolean =>
  hasCode(
    error,
    'ENOENT',
    'ENOTDIR',
    'EISDIR',
    'ENAMETOOLONG',
    'ELOOP',
    // The path is a socket, which cannot be opened.
    'ENXIO',
    // The name contains NUL.
    'ERR_INVALID_ARG_VALUE',
  );

/** The error for a fault of the file system: 404, 403 or 503; any other error is returned unchanged. */
export const fileFault = (error: unknown): unknown => {
  if (isAbsent(error)) return errors.E_ROUTE_NOT_FOUND({ cause: error });
  if (hasCode(error, 'EACCES', 'EPERM')) return errors.E_FILE_FORBIDDEN({ cause: error });
  if (hasCode(error, 'EMFILE', 'ENFILE')) return errors.E_FILE_BUSY({ cause: error, headers: { 'Retry-After': '1' } });
  return error;
};

/**
 * A regular file that is held open, so that size, tag and bytes belong to the same file even if it is renamed. The owner must
 * open or close it exactly once.
 */
export class DiskFile implements FileBody {
  readonly path: string;
  readonly size: number;
  readonly modified: Date;
  /**
   * Entity tag. It is weak while the file is younger than a second, because the file may change again within one tick of the file system's
   * clock.
   */
  readonly etag: string;
  readonly #stats: Stats;
  #handle: FileHandle | null;

  constructor(path: string, handle: FileHandle, stats: Stats) {
    this.path = path;
    this.size = stats.size;
    this.modified = stats.mtime;
    this.etag = entityTag(stats, { weak: Date.now() - stats.mtimeMs < 1000 });
    this.#stats = stats;
    this.#handle = handle;
  }

  /**
   * Opens a stream, which closes the file when it ends or is destroyed. Throws `E_FILE_CLOSED` when the file was opened or closed before.
   */
  open(range?: ByteRange): Readable {
    const handle = this.#take();
    if (handle === null) throw errors.E_FILE_CLOSED({ path: this.path });
    return new DiskStream({
      path: this.path,
      handle,
      stats: this.#stats,
      range: range ?? { start: 0, end: this.size - 1 },
      exact: !this.etag.startsWith('W/'),
    });
  }

  /** Closes a file that will not be sent. */
  close(): void {
    this.#take()?.close().catch(ignore);
  }

  #take(): FileHandle | null {
    const handle = this.#handle;
    this.#handle = null;
    return handle;
  }
}

const ignore = (): void => undefined;

// Without O_NONBLOCK, opening a named pipe would wait for its writer and block one of Node's few file threads.
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/**
 * Opens a regular file; null when there is none at `path`. Throws `E_FILE_FORBIDDEN` without permission, `E_FILE_BUSY` when too many files
 * are open.
 */
export const openDiskFile = async (path: string): Promise<DiskFile | null> => {
  try {
    const handle = await open(path, flags);
    return await regularFile(path, handle);
  } catch (error) {
    if (isAbsent(error)) return null;
    throw fileFault(error);
  }
};

const regularFile = async (path: string, handle: FileHandle): Promise<DiskFile | null> => {
  let file: DiskFile | null = null;
  try {
    const stats = await handle.stat();
    if (stats.isFile()) file = new DiskFile(path, handle, stats);
    return file;
  } finally {
    if (file === null) await handle.close();
  }
};
