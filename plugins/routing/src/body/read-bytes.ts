import type { IncomingMessage } from 'node:http';
import type { HttpConfig } from '../config.ts';
import { type BodyLimit, BodyTap } from './body-tap.ts';
import { contentCoding, decompress } from './content-coding.ts';

const receive = (
  req: IncomingMessage,
  limit: BodyLimit,
  config: HttpConfig,
  signal: AbortSignal | null,
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sink = {
      data: (chunk: Buffer) => void chunks.push(chunk),
      end: () => {
        const [first, second] = chunks;
        resolve(first !== undefined && second === undefined ? first : Buffer.concat(chunks));
      },
      fail: reject,
    };
    new BodyTap(req, limit, config, signal, sink).open();
  });

/** The bytes of the body, decompressed; `http.body_limit` holds for what was sent and for what comes of it. */
export const readBytes = (req: IncomingMessage, config: HttpConfig, signal: AbortSignal | null): Promise<Buffer> => {
  const coding = contentCoding(req);
  const limit: BodyLimit = { bytes: config.body_limit, setting: 'body_limit' };
  const bytes = receive(req, limit, config, signal);
  return coding === null ? bytes : bytes.then((compressed) => decompress(compressed, coding, limit));
};
