import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config.ts';
import { type BodyLimit, BodyTap } from './body-tap.ts';
import { contentCoding, decompress, decompressionLimit } from './content-coding.ts';
import { SliceJoiner } from './slice-joiner.ts';
import { takeArrived } from './take-arrived.ts';

const receive = (
  req: IncomingMessage,
  limit: BodyLimit,
  config: HttpConfig,
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

/** Node tells of a request before it looks at what came in one piece with its headers; once this is awaited it has. */
export const turn = Promise.resolve();

/** The bytes of the body, decompressed; `http.body_limit` holds for what was sent and for what comes of it. */
export const readBytes = async (
  req: IncomingMessage,
  config: HttpConfig,
  signal: AbortSignal | null,
): Promise<Buffer> => {
  const coding = contentCoding(req);
  const limit: BodyLimit = { bytes: config.body_limit, setting: 'body_limit' };
  await turn;
  const aborted = signal?.aborted === true;
  const bytes = await ((aborted ? null : takeArrived(req, limit)) ?? receive(req, limit, config, signal));
  return coding === null
    ? bytes
    : decompress(bytes, coding, decompressionLimit(bytes.length, limit, config.decompression));
};
