import { Readable } from 'node:stream';
import type { ResponseBody, StreamSource } from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import { errors } from '../errors.ts';

/**
 * Throws `E_STREAM_SOURCE` for a value that cannot be read piece by piece, such as a number or a generator function that was not called.
 */
export const checkIterable = (method: string, source: unknown, expected: string): void => {
  const isObject = typeof source === 'object' && source !== null;
  if (typeof source === 'string' || (isObject && (Symbol.asyncIterator in source || Symbol.iterator in source))) return;
  const advice =
    method === 'stream' && source === undefined
      ? 'Give the status first, then the source: stream(200, source)'
      : 'Give a list or a generator that was called, for example (async function* () { yield "text"; })()';
  throw errors.E_STREAM_SOURCE({ method, actual: describeValue(source), expected, advice });
};

type Piece = string | Uint8Array;

const ignore = (): void => undefined;

/**
 * Converts any source of a streamed response to a Node stream. The stream may fail before it is sent, while a middleware still runs; the
 * sender then sees the error.
 */
export const toReadable = (source: StreamSource): Readable => {
  if (source instanceof Readable) return source.on('error', ignore);
  if (source instanceof ReadableStream) return Readable.fromWeb(source).on('error', ignore);
  const pieces = typeof source === 'function' ? source() : source;
  checkIterable('stream', pieces, 'a stream or an iterable of bytes and text');
  return Readable.from(new Encoded(pieces), { objectMode: false }).on('error', ignore);
};

// A string is also iterable, but not an object.
const isAsync = (pieces: Iterable<Piece> | AsyncIterable<Piece>): pieces is AsyncIterable<Piece> =>
  Symbol.asyncIterator in Object(pieces);

/** Encodes text to bytes. Not a generator, because a generator that never began does not close its source. */
class Encoded implements AsyncIterableIterator<Uint8Array> {
  readonly #pieces: Iterator<Piece> | AsyncIterator<Piece>;

  constructor(pieces: Iterable<Piece> | AsyncIterable<Piece>) {
    this.#pieces = isAsync(pieces) ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    const { done, value } = await this.#pieces.next();
    if (done === true) return { done, value: undefined };
    const piece: Piece = value;
    return { done: false, value: typeof piece === 'string' ? Buffer.from(piece) : piece };
  }

  async return(): Promise<IteratorResult<Uint8Array>> {
    await this.#pieces.return?.();
    return { done: true, value: undefined };
  }
}

/** Whether a body is a stream, which must be closed. */
export const isStream = (body: ResponseBody): body is Readable | ReadableStream<Uint8Array> =>
  body instanceof Readable || body instanceof ReadableStream;

/** Closes a stream that `body` replaces: at once or, if `body` may read from it, after `body` has ended. */
export const discardWith = (body: ResponseBody, stream: ResponseBody): void => {
  if (body instanceof Readable && !body.closed) body.once('close', () => discard(stream));
  // A Web stream has no event for its end.
  else if (!(body instanceof ReadableStream)) discard(stream);
};

/** Closes a body that will not be sent, and ignores its later errors. */
export const discard = (body: ResponseBody): void => {
  if (body instanceof Readable) body.on('error', ignore).destroy();
  else if (body instanceof ReadableStream) body.cancel().catch(ignore);
};
