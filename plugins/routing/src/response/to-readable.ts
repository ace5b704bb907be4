import { Readable } from 'node:stream';
import type { StreamSource } from '@taproot/core';

/** Whatever a response may be streamed from, as one of Node's streams. */
export const toReadable = (source: StreamSource): Readable => {
  if (source instanceof Readable) return source;
  if (source instanceof ReadableStream) return Readable.from(source);
  return Readable.from(encode(typeof source === 'function' ? source() : source), { objectMode: false });
};

// Readable.from without object mode takes strings and bytes; an iterable of both is left to it as it comes.
async function* encode(
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield typeof piece === 'string' ? Buffer.from(piece) : piece;
}
