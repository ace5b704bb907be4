import type { Readable } from 'node:stream';

/** A file as a response body, sent with range and conditional requests. */
export interface FileBody {
  /** Size of the file in bytes. */
  readonly size: number;
  /** When the file was written last; sent as `Last-Modified`. */
  readonly modified: Date;
  /** Quoted entity tag, weak or strong. */
  readonly etag: string;
  /** Opens bytes `start` to `end`, both included; the whole file without a range. */
  open(range?: { readonly start: number; readonly end: number }): Readable;
}

/** The body of a response. */
export type ResponseBody = string | Uint8Array | Readable | ReadableStream<Uint8Array> | FileBody | null;

/** A reply, as handlers return it and middleware see it after `next()`. It may be changed until it is written. */
export interface Response {
  /** HTTP status, a whole number from 200 to 999. */
  status: number;
  /** The body; null for none. Code that replaces a stream must close it. */
  body: ResponseBody;
  /** The header's value, or undefined. Names are case-insensitive. */
  header(name: string): string | readonly string[] | undefined;
  /** Sets (replaces) a header. Throws `E_HEADER_INVALID` for a value with a line break or NUL. */
  setHeader(name: string, value: string | number | readonly string[]): this;
  /** Adds a value to a header that may have several. */
  appendHeader(name: string, value: string): this;
  /** Removes a header; a header that is not there is ignored. */
  removeHeader(name: string): this;
  /** Adds a field name to `Vary`, once. */
  vary(field: string): this;
  /** Headers by name, in the order they were set. */
  headers(): IterableIterator<[name: string, value: string | readonly string[]]>;
  /** The error that led to this response; undefined if a handler made the response. */
  readonly error?: unknown;
}
