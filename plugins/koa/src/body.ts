import { PassThrough, pipeline, Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import type { ResponseBody } from '@taproot/core/internal';
import { isFileBody, toReadable } from '@taproot/routing/bridge';

const ignore = (): void => undefined;

/** A response's body in the form that Koa's middleware expect: files are opened, bytes are a Buffer. */
export const koaBodyOf = ({ body }: Response): string | Buffer | Readable | null => {
  if (body === null || typeof body === 'string' || Buffer.isBuffer(body)) return body;
  if (body instanceof Uint8Array) return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  return toReadable(isFileBody(body) ? body.open() : body);
};

/** Whether a value is a stream of another library, such as readable-stream. */
const isForeignStream = (value: object): value is NodeJS.ReadableStream =>
  'pipe' in value && typeof value.pipe === 'function';

const ofObject = (value: object): ResponseBody => {
  if (value instanceof Uint8Array || value instanceof Readable) return value;
  if (value instanceof ReadableStream) return toReadable(value);
  if (value instanceof Blob) return toReadable(value.stream());
  // When it was set, Koa has already taken its status and headers.
  if (value instanceof globalThis.Response) return value.body === null ? null : toReadable(value.body);
  if (isForeignStream(value)) return pipeline(value, new PassThrough(), ignore);
  return JSON.stringify(value);
};

/** The value of `ctx.body` as the body of a response; a plain value becomes JSON. */
export const responseBodyOf = (value: unknown): ResponseBody => {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? ofObject(value) : (JSON.stringify(value) ?? null);
};
