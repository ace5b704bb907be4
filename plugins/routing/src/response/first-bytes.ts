import { Readable } from 'node:stream';
import type { Response } from '@taproot/core';
import { whenReadable } from './disk-file.ts';
import { DiskStream } from './disk-stream.ts';
import { isBodiless } from './sent-body.ts';

/** How long the head of a reply waits for the first bytes of its body, in milliseconds. */
const patience = 100;

const ignore = (): void => undefined;

/**
 * The stream whose first bytes must be awaited, so that a failure before them still gets an error response. Null for
 * all other bodies, and for files, which were checked already.
 */
export const unreadStream = (method: string | undefined, response: Response): Readable | null => {
  const { body, status } = response;
  if (!(body instanceof Readable) || body instanceof DiskStream || method === 'HEAD' || isBodiless(status)) return null;
  return body.readableLength > 0 || body.readableEnded ? null : body;
};

/**
 * Resolves to true when a stream has its first bytes or its end, and to false after 100 ms without either. Rejects with the error of a
 * stream that fails before.
 */
export const firstBytes = async (stream: Readable): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const ready = whenReadable(stream).then(() => true);
  // The later reader of the stream sees the error.
  ready.catch(ignore);
  try {
    return await Promise.race([ready, late]);
  } finally {
    clearTimeout(timer);
  }
};
