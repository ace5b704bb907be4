import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { reasonOf } from '@taproot/core/internal';
import { type ByteRange, DriverError, type Entry, type FileFacts, type StorageDriver } from './driver.ts';

/** Keeps files in the memory of this process, for tests. */
export class MemoryDriver implements StorageDriver {
  readonly #files = new Map<string, FileFacts & { readonly bytes: Buffer }>();

  async write(path: string, source: Readable): Promise<void> {
    const bytes = await buffer(source).catch((cause: unknown) => {
      throw new DriverError('source', reasonOf(cause), cause);
    });
    this.#keep(path, bytes);
  }

  stat(path: string): Promise<FileFacts | null> {
    return Promise.resolve(this.#files.get(path) ?? null);
  }

  async read(path: string, range: ByteRange | null, etag: string | null): Promise<Readable> {
    const file = this.#file(path);
    if (etag !== null && etag !== file.etag) throw new DriverError('changed', 'another tag');
    return Readable.from([range === null ? file.bytes : file.bytes.subarray(range.start, range.end + 1)], {
      objectMode: false,
    });
  }

  async copy(from: string, to: string): Promise<void> {
    this.#keep(to, this.#file(from).bytes);
  }

  async delete(path: string): Promise<void> {
    this.#files.delete(path);
  }

  async *list(directory: string, deep: boolean): AsyncGenerator<Entry> {
    const prefix = directory === '' ? '' : `${directory}/`;
    const seen = new Set<string>();
    for (const path of [...this.#files.keys()].toSorted()) {
      if (!path.startsWith(prefix)) continue;
      const slash = deep ? -1 : path.indexOf('/', prefix.length);
      const entry = slash === -1 ? path : path.slice(0, slash);
      if (seen.has(entry)) continue;
      seen.add(entry);
      yield { path: entry, isDirectory: slash !== -1 };
    }
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  #file(path: string): FileFacts & { readonly bytes: Buffer } {
    const file = this.#files.get(path);
    if (file === undefined) throw new DriverError('missing', 'no such file');
    return file;
  }

  #keep(path: string, bytes: Buffer): void {
    const parents = path.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'));
    parents.pop();
    if (parents.some((parent) => this.#files.has(parent)))
      throw new DriverError('conflict', 'there is a file where a directory is needed');
    for (const known of this.#files.keys())
      if (known.startsWith(`${path}/`)) throw new DriverError('conflict', 'there is a directory of this name');
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
    this.#files.set(path, { bytes, size: bytes.length, modified: new Date(), etag });
  }
}
