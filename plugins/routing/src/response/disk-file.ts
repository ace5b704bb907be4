import { constants, type Stats } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { hasCode } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import entityTag from 'etag';
import { errors } from '../errors.ts';
import { type ByteRange, DiskStream } from './disk-stream.ts';

/** Settles once a stream has its first bytes, its end, or the error it fails with; nothing is read from it. */
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
    // Sockets cannot be opened as files.
    'ENXIO',
    // A name with NUL.
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
  /** Weak while the file is younger than a second: it may change again within one tick of the file system's clock. */
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

  /** The stream closes the file when it ends or is destroyed; `E_FILE_CLOSED` when there is nothing left to open. */
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

  /** Gives up a file that will not be sent. */
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

// Without O_NONBLOCK, opening a named pipe waits for its writer and holds one of Node's few file threads.
const flags = constants.O_RDONLY | constants.O_NONBLOCK;

/** Opens a regular file; null when there is none at `path`. A refused one is `E_FILE_FORBIDDEN`, no descriptor left `E_FILE_BUSY`. */
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
