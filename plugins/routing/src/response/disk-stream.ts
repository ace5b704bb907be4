import type { Stats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { errors } from '../errors.ts';

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The file that a `DiskStream` reads. */
export interface DiskSource {
  readonly path: string;
  /** Closed by the stream. */
  readonly handle: FileHandle;
  /** The facts about the file that were sent to the client. */
  readonly stats: Stats;
  readonly range: ByteRange;
  /** Whether any change of the file ends the stream. If false, the file may grow, as a log does. */
  readonly exact: boolean;
}

const CHUNK = 64 * 1024;

/**
 * The bytes of an open file whose size and tag were already sent. If the file changes now, the stream ends with `E_FILE_CHANGED`: a
 * client repeats a request whose response was cut off, but would accept a mixture of two versions.
 */
export class DiskStream extends Readable {
  readonly #source: DiskSource;
  #position: number;

  constructor(source: DiskSource) {
    // Does not read ahead, so a client that does not read holds one chunk, not two.
    super({ highWaterMark: 0 });
    this.#source = source;
    this.#position = source.range.start;
  }

  override _read(): void {
    this.#next().then(
      (chunk) => this.destroyed || this.push(chunk),
      (error: Error) => this.destroy(error),
    );
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    callbackify(() => this.#source.handle.close())((failure) => callback(error ?? failure));
  }

  async #next(): Promise<Buffer | null> {
    const { handle, range } = this.#source;
    const wanted = Math.min(CHUNK, range.end - this.#position + 1);
    if (wanted <= 0) return null;
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, this.#position);
    // Checks after the read, because bytes from before a change are good.
    if (bytesRead === 0 || this.#changed(await handle.stat())) throw errors.E_FILE_CHANGED({ path: this.#source.path });
    this.#position += bytesRead;
    return buffer.subarray(0, bytesRead);
  }

  #changed(now: Stats): boolean {
    const { stats, exact } = this.#source;
    if (now.size < stats.size) return true;
    return now.mtimeMs !== stats.mtimeMs && (exact || now.size === stats.size);
  }
}
