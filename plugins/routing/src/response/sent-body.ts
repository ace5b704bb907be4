import { pipeline, Readable, Transform } from 'node:stream';
import type { Response } from '@taproot/core';
import type { FileBody, ResponseBody } from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { discard, toReadable } from './body-streams.ts';
import { DiskStream } from './disk-stream.ts';

const ignore = (): void => undefined;

/**
 * A stream that fails if it gives more or fewer bytes than its response says. The client would take extra bytes for the
 * next response, and would wait for missing ones.
 */
const exactLength = (stream: Readable, bytes: number): Readable => {
  let left = bytes;
  const fault = () => errors.E_STREAM_LENGTH({ bytes });
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      left -= chunk.length;
      pass(left < 0 ? fault() : null, chunk);
    },
    flush(pass) {
      pass(left === 0 ? null : fault());
    },
  });
  // The reader of `counted` sees an error of the stream.
  pipeline(stream, counted, ignore);
  return counted;
};

/** Whether responses with this status never have a body (RFC 9110 6.4.1; 15.3.6 for 205). */
export const isBodiless = (status: number): boolean => status === 204 || status === 304 || status === 205;

/** Throws `E_RESPONSE_STATUS` for a status that Node would not write, and for 1xx, after which a client waits for another response. */
export const checkStatus = (status: number): void => {
  // The last check finds NaN, and text from a handler without types.
  if (status < 200 || status > 999 || !Number.isInteger(status))
    throw errors.E_RESPONSE_STATUS({ status: describeValue(status) });
};

/** Whether a body is a file that is not open yet. `fs.ReadStream` also has `open()`, but counts as a stream. */
export const isFileBody = (body: ResponseBody): body is FileBody =>
  body !== null && typeof body === 'object' && 'open' in body && !(body instanceof Readable);

/** Prepares a body for sending: opens files, and converts streams to Node streams. If a stream has already failed, throws its error. */
export const openBody = (response: Response): string | Uint8Array | Readable | null => {
  const { body } = response;
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  const stream = toReadable(isFileBody(body) ? body.open() : body);
  if (stream.errored !== null) throw stream.errored;
  const length = response.header('content-length');
  // A `DiskStream` checks its length itself.
  return typeof length !== 'string' || stream instanceof DiskStream ? stream : exactLength(stream, Number(length));
};

/**
 * The value of `Content-Length`; undefined for none. For strings and bytes it is always the real length, whatever a
 * middleware has set, because the client would take extra bytes for the next response.
 */
export const contentLength = (method: string | undefined, response: Response): string | undefined => {
  const { status, body } = response;
  // RFC 9110 8.6; a 205 has no content either (15.3.6).
  if (status === 204 || status === 205) return undefined;
  if (status !== 304) {
    if (typeof body === 'string') return String(Buffer.byteLength(body));
    if (body instanceof Uint8Array) return String(body.byteLength);
    if (body === null && method !== 'HEAD') return '0';
    if (isFileBody(body)) return String(body.size);
  }
  // For a stream, for HEAD (the length of the GET response, 9.3.2), or for an unchanged file (15.4.5), the header has the length.
  const named = response.header('content-length');
  return typeof named === 'string' ? named : undefined;
};

/** The body to send: null for HEAD and for statuses without a body. Opens files. */
export const sentBody = (method: string | undefined, response: Response): string | Uint8Array | Readable | null => {
  if (method !== 'HEAD' && !isBodiless(response.status)) return openBody(response);
  discard(response.body);
  return null;
};
