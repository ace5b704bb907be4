import type { Readable } from 'node:stream';
import type { DiskName } from '../contracts/disks.ts';

/** Stores an upload on a disk of the application, such as a bucket. */
export interface StoreOnDisk {
  /** The name of the disk. */
  readonly disk: DiskName;
  /** Left out: a disk replaces an existing file. */
  readonly overwrite?: never;
}

/** Stores an upload in a folder of this machine. */
export interface StoreInFolder {
  /** Whether an existing file is replaced; false when left out. */
  readonly overwrite?: boolean;
  /** Left out. */
  readonly disk?: never;
}

/** One uploaded file. Taproot writes it to a temporary file, and removes that file when the request ends. */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string;
  /** Bytes. */
  readonly size: number;
  /** The path of the temporary file, which exists until the request ends. */
  readonly path: string;
  /** The name the client gave: base name only, without control characters. Never use it as a path to write to. */
  clientName(): string;
  /** Extension of the client's name, lower case, without dot; empty when none. */
  clientExtension(): string;
  /** Media type the client claims. */
  clientMimeType(): string;
  /** Media type by content (magic bytes); `application/octet-stream` when unknown. */
  mimeType(): Promise<string>;
  /** Extension that fits the content, without dot; empty when unknown. */
  extension(): Promise<string>;
  /** A random name (128 bits) with the extension that fits the content. */
  hashName(): Promise<string>;
  /**
   * Moves the file into `directory` under `hashName()`, and resolves to the whole path. A relative directory starts at
   * the working directory of the process, not at the application: use `app.path('storage', 'uploads')`.
   *
   * With `disk`, copies the file to that disk and resolves to its path there: see `putFile()` of `@taproot/storage`, whose errors it throws.
   * @throws E_UPLOAD_DISK when no plugin of the application has disks
   * @example const path = await file.store('avatars', { disk: 's3' });
   */
  store(directory: string, options?: StoreOnDisk): Promise<string>;
  /**
   * Moves the file into `directory` as `name`, which must be a plain file name (`E_UPLOAD_NAME`). Throws `E_UPLOAD_EXISTS` if the file
   * exists already, unless `overwrite` is set.
   *
   * With `disk`, copies the file to that disk, as `putFileAs()` of `@taproot/storage` does, and replaces a file that is there.
   */
  storeAs(directory: string, name: string, options?: StoreInFolder | StoreOnDisk): Promise<string>;
  /** The content as a stream. */
  stream(): Readable;
  /** The whole content in memory. */
  bytes(): Promise<Buffer>;
}
