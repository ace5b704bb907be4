import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import type { Duplex } from 'node:stream';
import { http2Stream } from './http2-stream.ts';

const lingerSeconds = 1;

/**
 * Ends a connection so that the client can still read the response. Closing at once while the client sends would reset
 * the connection, and a reset overtakes the response (RFC 9112 9.6). So our side ends now, and the connection a second
 * later.
 */
export const hangUp = (socket: Duplex, lastWords?: string | Buffer): void => {
  const timer = setTimeout(() => socket.destroy(), lingerSeconds * 1000);
  socket.once('close', () => clearTimeout(timer));
  if (lastWords === undefined) socket.end();
  else socket.end(lastWords);
};

function hangUpThis(this: Duplex): void {
  hangUp(this);
}

/**
 * Makes a connection end with `hangUp()` after its last response. Node would call `destroySoon()`, which destroys the socket although the
 * client may still send.
 */
export const endsPolitely = (socket: Duplex): void => void Object.assign(socket, { destroySoon: hangUpThis });

/**
 * Whether the body was read in one piece (`takeArrived`). Then no more bytes can follow, although Node may not have
 * seen the end yet. Other readers listen for data, which sets `readableFlowing`. A mark on the request would cost 5 %
 * of a small POST.
 */
export const hasTaken = (req: IncomingMessage): boolean =>
  req.readableFlowing === null && req.readableDidRead && req.readableLength === 0;

const KiB = 1024;
/** A body up to this size has usually arrived already; reading it is cheaper than a new connection. */
const small = 64 * KiB;
const drained = 256 * KiB;
const graceSeconds = 1;

/** Bytes of the body by its headers; Infinity when it is chunked. */
const declaredLength = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY;

/**
 * Called before the response is written, for a request whose body was not read completely. A small body is read and the
 * connection kept. Otherwise the response says `Connection: close`, up to 256 KiB of the body are discarded, and the
 * connection is cut a second later: the client has that long to read the response.
 */
export const endPolitely = (req: IncomingMessage, res: ServerResponse): void => {
  if (req.complete || hasTaken(req)) return;
  const stream = http2Stream(req);
  if (stream !== null) return closeStream(req, stream);
  const length = declaredLength(req);
  if (length === 0) return;
  if (length <= small) res.once('finish', () => expectRest(req));
  else closeAfter(req, res);
};

/** In HTTP/2 the stream of the request ends, and its connection goes on (RFC 9113 8.1). */
const closeStream = (req: IncomingMessage, stream: ServerHttp2Stream): void => {
  // The response emits its own `finish` only when the stream has closed.
  stream.once('finish', () => {
    if (req.complete) return;
    stream.close();
    // Bytes that have arrived would keep it open.
    stream.resume();
  });
};

const expectRest = (req: IncomingMessage): void => {
  if (req.complete) return;
  const timer = setTimeout(() => req.socket.destroy(), graceSeconds * 1000);
  req.once('close', () => clearTimeout(timer));
  // The code that refused the body has paused it. Without resume() the unread bytes would stay, and break the next request on the
  // connection.
  req.resume();
};

const closeAfter = (req: IncomingMessage, res: ServerResponse): void => {
  res.shouldKeepAlive = false;
  // Connections of our own server do so anyway.
  endsPolitely(req.socket);
  let left = drained;
  req.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    // Does not cut the connection yet, because a reset would overtake the reply.
    if (left < 0 && res.writableFinished) req.pause();
  });
  req.resume();
};
