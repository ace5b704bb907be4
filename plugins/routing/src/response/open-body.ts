import type { Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import { DiskStream } from '../files/disk-stream.ts';
import { exactLength } from './exact-length.ts';
import { isFileBody } from './is-file-body.ts';
import { toReadable } from './to-readable.ts';

/** A body as it is sent: files opened, streams as Node's. Throws what a stream has already failed with. */
export const openBody = (response: Response): string | Uint8Array | Readable | null => {
  const { body } = response;
  if (body === null || typeof body === 'string' || body instanceof Uint8Array) return body;
  const stream = toReadable(isFileBody(body) ? body.open() : body);
  if (stream.errored !== null) throw stream.errored;
  const length = response.header('content-length');
  // One from the disk was measured, and ends itself.
  return typeof length !== 'string' || stream instanceof DiskStream ? stream : exactLength(stream, Number(length));
};
