import type { IncomingMessage } from 'node:http';
import type { HttpSettings } from '../config.ts';
import { type BodyLimit, BodyTap } from './body-tap.ts';
import { hasBody } from './body-type.ts';
import { contentCoding, decompress, decompressionLimit } from './content-coding.ts';
import { takeArrived } from './take-arrived.ts';

/** Size of a block in bytes. Slices of at least a quarter of it are passed on unchanged. */
const blockSize = 16 * 1024;

/** Joins small slices into blocks. So even a body in tiny chunks needs no long list of slices and few writes. */
export class SliceJoiner {
  #block: Buffer = Buffer.alloc(0);
  #from = 0;
  #to = 0;

  /** Takes the next bytes. `write` receives complete blocks: these bytes, or the collected ones before them. */
  take(bytes: Buffer, write: (bytes: Buffer) => void): void {
    if (bytes.length >= blockSize / 4) {
      this.flush(write);
      return write(bytes);
    }
    if (this.#to + bytes.length > this.#block.length) {
      this.flush(write);
      this.#block = Buffer.allocUnsafeSlow(blockSize);
      this.#from = 0;
      this.#to = 0;
    }
    this.#to += bytes.copy(this.#block, this.#to);
  }

  /** Passes on the collected bytes. The block is never reused, so `write` may keep it. */
  flush(write: (bytes: Buffer) => void): void {
    if (this.#from === this.#to) return;
    const bytes = this.#block.subarray(this.#from, this.#to);
    this.#from = this.#to;
    write(bytes);
  }
}

const receive = (
  req: IncomingMessage,
  limit: BodyLimit,
  config: HttpSettings,
  signal: AbortSignal | null,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const blocks: Buffer[] = [];
    const joiner = new SliceJoiner();
    const keep = (block: Buffer): void => void blocks.push(block);
    const sink = {
      data: (chunk: Buffer) => joiner.take(chunk, keep),
      end: () => {
        joiner.flush(keep);
        const [first, second] = blocks;
        resolve(first !== undefined && second === undefined ? first : Buffer.concat(blocks));
      },
      fail: reject,
    };
    new BodyTap(req, limit, config, signal, sink).open();
  });

/**
 * Await this before you read a body: Node emits `request` before it has parsed the bytes that arrived together with the
 * headers.
 */
export const turn = Promise.resolve();

/** Reads the body and decompresses it. `http.max_body` applies to both the compressed and the decompressed size. */
export const readBytes = async (
  req: IncomingMessage,
  config: HttpSettings,
  signal: AbortSignal | null,
): Promise<Buffer> => {
  const coding = contentCoding(req);
  const limit: BodyLimit = { bytes: config.max_body, setting: 'max_body' };
  await turn;
  const aborted = signal?.aborted === true;
  const bytes = await ((aborted ? null : takeArrived(req, limit.bytes)) ?? receive(req, limit, config, signal));
  return coding === null
    ? bytes
    : decompress(bytes, coding, decompressionLimit(bytes.length, limit, config.decompression));
};

/** The body's bytes, decompressed, under `http.max_body`, whatever their type; empty when there is no body. */
export const readRawBody = async (
  req: IncomingMessage,
  config: HttpSettings,
  signal: AbortSignal | null,
): Promise<Buffer> => (hasBody(req) ? readBytes(req, config, signal) : Buffer.alloc(0));
