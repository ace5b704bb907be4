import type { Readable } from 'node:stream';

/** The facts of a file. */
export interface FileFacts {
  /** Bytes. */
  readonly size: number;
  /** When the file was written. */
  readonly modified: Date;
  /** Its quoted entity tag. It changes with the content. */
  readonly etag: string;
}

/** Bytes of a file, both ends included. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** One entry of a listing. */
export interface Entry {
  /** The path from the root of the disk. */
  readonly path: string;
  /** Whether it is a directory. */
  readonly isDirectory: boolean;
}

/** The limits of a signed upload. */
export interface UploadLimits {
  /** Bytes at most. */
  readonly maxBytes: number;
  /** The media type that the file must have. */
  readonly type: string;
  /** Seconds for which the upload is allowed. */
  readonly seconds: number;
}

/** A form that uploads a file without passing through the application: its address, and the fields before the field `file`. */
export interface SignedUpload {
  /** The address to which the form is posted. */
  readonly url: string;
  /** Fields that the form must have. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Keeps files. Paths are checked before. Errors are of any kind: the disk gives them their code. */
export interface StorageDriver {
  /** Writes a file. Readers see the old file or the whole new one. If the source fails, the old file stays. */
  write(path: string, source: Readable, type: string): Promise<void>;
  /** The facts of a file; null if there is none. */
  stat(path: string): Promise<FileFacts | null>;
  /** The bytes of a file. Rejects with `missing` if there is none, and with `changed` if it has another tag. */
  read(path: string, range: ByteRange | null, etag: string | null): Promise<Readable>;
  /** Copies a file of this disk. Rejects with `missing` if there is none. */
  copy(from: string, to: string): Promise<void>;
  /** Renames a file in one step; left out by a driver that has to copy. */
  move?(from: string, to: string): Promise<void>;
  /** Deletes a file; one that is not there is no error. */
  delete(path: string): Promise<void>;
  /** The entries of a directory; with `deep`, all files below it and no directories. */
  list(directory: string, deep: boolean): AsyncIterable<Entry>;
  /** An address with which anybody can read the file for some seconds; left out by drivers that the application serves. */
  temporaryUrl?(path: string, seconds: number, download: string | null): Promise<string>;
  /** A signed form for an upload. */
  temporaryUpload?(path: string, limits: UploadLimits): Promise<SignedUpload>;
  /** Rejects if the disk does not work. */
  check(): Promise<void>;
  /** Removes what killed processes have left; left out by drivers where nothing can be left. */
  tidy?(): Promise<void>;
  /** Closes what it has opened. */
  close?(): void;
}

/** The kinds of failure that a driver knows. */
export type Failure = 'missing' | 'changed' | 'conflict' | 'full' | 'denied' | 'unavailable' | 'source';

/** An error of a driver whose kind is known. */
export class DriverError extends Error {
  /** Its kind. */
  readonly failure: Failure;

  constructor(failure: Failure, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.failure = failure;
  }
}
