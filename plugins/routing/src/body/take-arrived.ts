import type { IncomingMessage } from 'node:http';
import { errors } from '../errors.ts';
import type { BodyLimit } from './body-tap.ts';

const isHere = (req: IncomingMessage, limit: BodyLimit): boolean => {
  const length = Number(req.headers['content-length'] ?? 0);
  return length > 0 && length <= limit.bytes && req.readableLength === length;
};

const isUntouched = (req: IncomingMessage): boolean =>
  req.readableFlowing === null && !req.readableDidRead && !req.destroyed;

/** The end that Node tells of in this same turn, once it has seen that nothing follows the last byte. */
const ended = <Value>(req: IncomingMessage, bytes: Buffer, read: (bytes: Buffer) => Value): Promise<Value> =>
  new Promise((resolve, reject) => {
    req.on('end', () => {
      try {
        resolve(read(bytes));
      } catch (error) {
        reject(error);
      }
    });
    req.on('close', () => {
      if (!req.readableEnded) reject(errors.E_BODY_ABORTED());
    });
    req.resume();
  });

/**
 * The result of `read` for the whole body, if all announced bytes have arrived, which is usual when a handler asks for it. No
 * timer is needed then. Null while bytes are still missing, and for unusual bodies.
 */
export const readArrived = <Value>(
  req: IncomingMessage,
  limit: BodyLimit,
  read: (bytes: Buffer) => Value,
): Value | Promise<Value> | null => {
  if (!isHere(req, limit) || !isUntouched(req)) return null;
  const bytes = req.read() as Buffer;
  return req.complete ? read(bytes) : ended(req, bytes, read);
};

const asItIs = (bytes: Buffer): Buffer => bytes;

/** As `readArrived`, for the bytes themselves. */
export const takeArrived = (req: IncomingMessage, limit: BodyLimit): Buffer | Promise<Buffer> | null =>
  readArrived(req, limit, asItIs);
