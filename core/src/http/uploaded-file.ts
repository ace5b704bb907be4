import type { Readable } from 'node:stream';

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
   */
  store(directory: string): Promise<string>;
  /**
   * Moves the file into `directory` as `name`, which must be a plain file name (`E_UPLOAD_NAME`). Throws `E_UPLOAD_EXISTS` if the file
   * exists already, unless `overwrite` is set.
   */
  storeAs(directory: string, name: string, options?: { overwrite?: boolean }): Promise<string>;
  /** The content as a stream. */
  stream(): Readable;
  /** The whole content in memory. */
  bytes(): Promise<Buffer>;
}
