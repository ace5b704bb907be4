import type { Readable } from 'node:stream';
import type { ResponseBody } from '@taproot/core';
import { isFileBody } from './is-file-body.ts';
import { toReadable } from './to-readable.ts';

/** A body as it is sent: files opened, streams as Node's. Throws what a stream has already failed with. */
export const openBody = (body: ResponseBody): string | Uint8Array | Readable | null => {
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  const stream = toReadable(isFileBody(body) ? body.open() : body);
  if (stream.errored !== null) throw stream.errored;
  return stream;
};
