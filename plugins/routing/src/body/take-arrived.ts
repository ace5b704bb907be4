import type { IncomingMessage } from 'node:http';
import { markTaken } from '../server/end-politely.ts';
import type { BodyLimit } from './body-tap.ts';

const isHere = (req: IncomingMessage, limit: BodyLimit): boolean => {
  const length = Number(req.headers['content-length'] ?? 0);
  return length > 0 && length <= limit.bytes && req.readableLength === length;
};

const isUntouched = (req: IncomingMessage): boolean =>
  req.readableFlowing === null && !req.readableDidRead && !req.destroyed;

/**
 * The body's bytes, if all that were announced have arrived, which is usual when a handler asks for them. No timer is needed
 * then, and no waiting for the end that Node reports in this same turn: its two listeners and a promise take 5 % of the CPU
 * time of a small JSON request (8.2 us instead of 7.8). Null while bytes are still missing, and for unusual bodies.
 */
export const takeArrived = (req: IncomingMessage, limit: BodyLimit): Buffer | null => {
  if (!isHere(req, limit) || !isUntouched(req)) return null;
  const bytes = req.read() as Buffer;
  if (!req.complete) {
    markTaken(req);
    // Else Node would never report the end, and `close` neither.
    req.resume();
  }
  return bytes;
};
