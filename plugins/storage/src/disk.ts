import { extname } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Application, type Duration, hasCode, type UploadedFile } from '@taproot/core';
import type { FileBody } from '@taproot/core/internal';
import { reasonOf } from '@taproot/core/internal';
import { describeValue, seconds } from '@taproot/core/plugin';
import mimeTypes from 'mime-types';
import { checkDirectory, checkPath } from './check-path.ts';
import {
  type ByteRange,
  DriverError,
  type Entry,
  type FileFacts,
  type SignedUpload,
  type StorageDriver,
} from './drivers/driver.ts';
import { errors } from './errors.ts';
import type { FileAddresses } from './file-addresses.ts';
import { filesUsed } from './traced-files.ts';

/** The content of a file: a string (as UTF-8), bytes, or something that is read piece by piece. */
export type FileContent =
  | string
  | Uint8Array
  | Readable
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array | string>;

/** A file to send: `ctx.response().file(await disk.open(path))`. Ranges, tag and type come from it. */
export interface StoredFile extends FileBody {
  /** The path on its disk. */
  readonly path: string;
  /** Its media type, by the end of its name. */
  readonly type: string;
}

/** The parts of an application that a disk uses. */
export interface DiskParts {
  readonly app: Application;
  readonly name: string;
  /** Asked for each call, because a test may put memory in its place. */
  readonly driver: () => StorageDriver;
  readonly addresses: FileAddresses;
}

/** Bytes of a form beside those of its file. */
export const formBytes = 1024;
/** Bytes of a file that S3 takes in one request: 5 GiB. */
const bucketBytes = 5 * 1024 ** 3;

const readableOf = (content: FileContent): Readable => {
  if (typeof content === 'string' || content instanceof Uint8Array)
    return Readable.from([Buffer.from(content as string)], { objectMode: false });
  if (content instanceof Readable) return content;
  if (content instanceof ReadableStream) return Readable.fromWeb(content as Parameters<typeof Readable.fromWeb>[0]);
  return Readable.from(content, { objectMode: false });
};

/** One disk: its files by paths such as `avatars/ada.png`. Every method throws `E_STORAGE_PATH` for a path that is none. */
export class Disk {
  /** Its name in `storage.disks`. */
  readonly name: string;
  readonly #app: Application;
  readonly #open: () => StorageDriver;
  readonly #addresses: FileAddresses;

  /** Made by `facades.Storage()`. */
  constructor({ app, name, driver, addresses }: DiskParts) {
    this.name = name;
    this.#app = app;
    this.#open = driver;
    this.#addresses = addresses;
  }

  /**
   * Writes a file, and replaces one that is there. Readers see the old file or the whole new one: if the content fails in the middle, the
   * process ends or the disk is full, the old file stays.
   * @throws E_STORAGE_SOURCE, E_STORAGE_CONFLICT, E_STORAGE_FULL, E_STORAGE_DENIED, E_STORAGE_UNAVAILABLE
   * @example await facades.Storage().put('reports/2026.csv', stream)
   */
  async put(path: string, content: FileContent): Promise<void> {
    const checked = checkPath(path);
    const source = readableOf(content);
    try {
      await this.#do('put', checked, () => this.#driver.write(checked, source, this.mimeType(checked)));
    } finally {
      source.destroy();
    }
  }

  /**
   * Stores an uploaded file below `directory`, under a random name with the extension that fits its content. Resolves to its path.
   * @throws as `put()` does
   * @example const path = await facades.Storage().putFile('avatars', ctx.request().file('avatar'))
   */
  async putFile(directory: string, file: UploadedFile): Promise<string> {
    return this.putFileAs(directory, file, await file.hashName());
  }

  /** Like `putFile()`, under a name of your own. @throws as `put()` does */
  async putFileAs(directory: string, file: UploadedFile, name: string): Promise<string> {
    if (name.includes('/')) throw errors.E_STORAGE_PATH({ path: describeValue(name), reason: 'a name has no slash' });
    const folder = checkDirectory(directory);
    const path = checkPath(folder === '' ? name : `${folder}/${name}`);
    await this.put(path, file.stream());
    return path;
  }

  /** The text of a file, read as UTF-8. @throws E_STORAGE_NOT_FOUND */
  async get(path: string): Promise<string> {
    return (await this.bytes(path)).toString('utf8');
  }

  /** The bytes of a file. @throws E_STORAGE_NOT_FOUND */
  async bytes(path: string): Promise<Buffer> {
    const checked = checkPath(path);
    return this.#do('get', checked, async () => buffer(await this.#driver.read(checked, null, null)));
  }

  /** The value of a file of JSON. Its type is unknown: check it before you use it. @throws E_STORAGE_NOT_FOUND; SyntaxError */
  async json(path: string): Promise<unknown> {
    return JSON.parse(await this.get(path)) as unknown;
  }

  /** A file as a stream; with a range, the bytes `start` to `end`, both included. @throws E_STORAGE_NOT_FOUND */
  async stream(path: string, range: ByteRange | null = null): Promise<Readable> {
    const checked = checkPath(path);
    const read = await this.#do('stream', checked, () => this.#driver.read(checked, range, null));
    return Readable.from(this.#coded(read, checked), { objectMode: false });
  }

  /**
   * A file to send to a client, with ranges and a tag: `ctx.response().file(await disk.open('a.pdf'))`, or `download()`. Nothing is read
   * before it is sent. If the file is replaced in between, the response fails.
   * @throws E_STORAGE_NOT_FOUND
   */
  async open(path: string): Promise<StoredFile> {
    const checked = checkPath(path);
    const facts = await this.#facts(checked);
    const read = async function* (disk: Disk, range: ByteRange | null): AsyncGenerator<Uint8Array> {
      if (facts.size === 0) return;
      let left = range === null ? facts.size : range.end - range.start + 1;
      const bytes = await disk.#do('stream', checked, () => disk.#driver.read(checked, range, facts.etag));
      for await (const chunk of disk.#coded(bytes, checked)) {
        left -= chunk.length;
        yield chunk;
      }
      if (left > 0) throw disk.#failure(new DriverError('unavailable', `${left} bytes are missing`), checked);
    };
    return {
      path: checked,
      type: this.mimeType(checked),
      size: facts.size,
      modified: facts.modified,
      etag: facts.etag,
      open: (range) => Readable.from(read(this, range ?? null), { objectMode: false }),
    };
  }

  /** Whether there is a file. A directory is none. */
  async exists(path: string): Promise<boolean> {
    const checked = checkPath(path);
    return (await this.#do('exists', checked, () => this.#driver.stat(checked))) !== null;
  }

  /** Whether there is no file. */
  async missing(path: string): Promise<boolean> {
    return !(await this.exists(path));
  }

  /** Bytes of a file. @throws E_STORAGE_NOT_FOUND */
  async size(path: string): Promise<number> {
    return (await this.#facts(checkPath(path))).size;
  }

  /** When a file was written. @throws E_STORAGE_NOT_FOUND */
  async lastModified(path: string): Promise<Date> {
    return (await this.#facts(checkPath(path))).modified;
  }

  /** The media type by the end of the name; `application/octet-stream` when it is unknown. The content is not read. */
  mimeType(path: string): string {
    return mimeTypes.lookup(extname(path)) || 'application/octet-stream';
  }

  /** Copies a file on this disk. @throws E_STORAGE_NOT_FOUND, and what `put()` throws */
  async copy(from: string, to: string): Promise<void> {
    const [source, target] = [checkPath(from), checkPath(to)];
    await this.#do('copy', source, async () => {
      if (source !== target) return this.#driver.copy(source, target);
      if ((await this.#driver.stat(source)) === null) throw new DriverError('missing', 'no such file');
    });
  }

  /** Moves a file on this disk. @throws E_STORAGE_NOT_FOUND, and what `put()` throws */
  async move(from: string, to: string): Promise<void> {
    const [source, target] = [checkPath(from), checkPath(to)];
    if (source === target) return this.copy(source, target);
    await this.#do('move', source, async () => {
      if (this.#driver.move !== undefined) return this.#driver.move(source, target);
      await this.#driver.copy(source, target);
      await this.#driver.delete(source);
    });
  }

  /** Deletes files. One that is not there is no error. */
  async delete(...paths: readonly string[]): Promise<void> {
    const checked = paths.map(checkPath);
    for (const path of checked) await this.#do('delete', path, () => this.#driver.delete(path));
  }

  /** Deletes all files below a directory. */
  async deleteDirectory(directory: string): Promise<void> {
    for await (const path of this.allFiles(directory)) await this.delete(path);
  }

  /** The files in a directory, one after the other, as many as there are; by default in the root. A directory that is not there is empty. */
  async *files(directory = ''): AsyncGenerator<string> {
    for await (const { path, isDirectory } of this.#list(directory, false)) if (!isDirectory) yield path;
  }

  /** The files in a directory and below it. */
  async *allFiles(directory = ''): AsyncGenerator<string> {
    for await (const { path } of this.#list(directory, true)) yield path;
  }

  /** The directories in a directory. A directory is there as long as it has files. */
  async *directories(directory = ''): AsyncGenerator<string> {
    for await (const { path, isDirectory } of this.#list(directory, false)) if (isDirectory) yield path;
  }

  /** The address of a file of a public disk. Does not ask whether the file is there. @throws E_STORAGE_URL */
  url(path: string): string {
    return this.#addresses.url(checkPath(path));
  }

  /**
   * An address with which anybody can read the file for a time, such as `'10m'`. With `download`, browsers save it under that name.
   * @throws E_STORAGE_URL; E_SEALS_MISSING without crypt(), for disks that the application serves
   */
  async temporaryUrl(
    path: string,
    expires: Duration,
    { download }: { readonly download?: string } = {},
  ): Promise<string> {
    const checked = checkPath(path);
    const time = Math.floor(seconds(expires, 'expires'));
    const driver = this.#driver;
    const sign = driver.temporaryUrl?.bind(driver);
    if (sign === undefined) return this.#addresses.signed(checked, time, download ?? null);
    const disposition = download === undefined ? null : this.#addresses.attachment(download);
    return this.#do('temporaryUrl', checked, () => sign(checked, time, disposition));
  }

  /**
   * A form with which a browser uploads a file by itself: post `fields` and the file as `file` to `url`. Files of another type or with more
   * bytes are refused. A bucket takes the file directly, and believes the type that the browser names. The application takes it for its other
   * disks, looks at the first bytes of the file, and answers 204, 403, 413 or 415.
   * @throws E_STORAGE_LIMIT; E_STORAGE_URL for a disk that is neither a bucket nor served; E_SEALS_MISSING without crypt()
   * @example await disk.temporaryUpload('avatars/7.png', { maxBytes: 1_000_000, type: 'image/png', expires: '10m' })
   */
  async temporaryUpload(
    path: string,
    { maxBytes, type, expires }: { readonly maxBytes: number; readonly type: string; readonly expires: Duration },
  ): Promise<SignedUpload> {
    const checked = checkPath(path);
    const driver = this.#driver;
    const sign = driver.temporaryUpload?.bind(driver);
    const most = sign === undefined ? this.#app.config.http.upload.max_body - formBytes : bucketBytes;
    if (!Number.isInteger(maxBytes) || maxBytes < 1 || maxBytes > most)
      throw errors.E_STORAGE_LIMIT({ value: describeValue(maxBytes), most });
    const limits = { maxBytes, type, seconds: Math.floor(seconds(expires, 'expires')) };
    if (sign === undefined) return this.#addresses.upload(checked, limits);
    return this.#do('temporaryUpload', checked, () => sign(checked, limits));
  }

  get #driver(): StorageDriver {
    return this.#open();
  }

  async *#list(directory: string, deep: boolean): AsyncGenerator<Entry> {
    const checked = checkDirectory(directory);
    try {
      yield* this.#driver.list(checked, deep);
    } catch (error) {
      throw this.#failure(error, checked);
    }
  }

  async #facts(path: string): Promise<FileFacts> {
    const facts = await this.#do('stat', path, () => this.#driver.stat(path));
    if (facts === null) throw errors.E_STORAGE_NOT_FOUND({ disk: this.name, path: JSON.stringify(path) });
    return facts;
  }

  #do<Result>(operation: string, path: string, work: () => Promise<Result>): Promise<Result> {
    return filesUsed.run(this.#app, { operation, disk: this.name }, async () => {
      try {
        return await work();
      } catch (error) {
        throw this.#failure(error, path);
      }
    });
  }

  /** The bytes of a stream, whose errors get their code. */
  async *#coded(source: Readable, path: string): AsyncGenerator<Uint8Array> {
    try {
      yield* source as AsyncIterable<Uint8Array>;
    } catch (error) {
      throw this.#failure(error, path);
    }
  }

  #failure(cause: unknown, path: string): Error {
    const reason = reasonOf(cause);
    const values = { disk: this.name, path: JSON.stringify(path), reason };
    const init = { cause };
    if (hasCode(cause, 'ENOSPC', 'EDQUOT', 'EFBIG')) return errors.E_STORAGE_FULL(values, init);
    if (hasCode(cause, 'EACCES', 'EPERM', 'EROFS')) return errors.E_STORAGE_DENIED(values, init);
    if (hasCode(cause, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) return errors.E_STORAGE_PACKAGE(values, init);
    if (!(cause instanceof DriverError)) return errors.E_STORAGE_FAILED(values, init);
    const made = {
      missing: errors.E_STORAGE_NOT_FOUND,
      changed: errors.E_STORAGE_CHANGED,
      conflict: errors.E_STORAGE_CONFLICT,
      full: errors.E_STORAGE_FULL,
      denied: errors.E_STORAGE_DENIED,
      unavailable: errors.E_STORAGE_UNAVAILABLE,
      source: errors.E_STORAGE_SOURCE,
    }[cause.failure];
    return made(values, init);
  }
}
