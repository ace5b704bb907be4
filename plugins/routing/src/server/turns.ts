import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Note } from '../shared/note.ts';

/** If this many requests of a connection wait, no more are read from it. Clients that pipeline send fewer. */
const readAhead = 16;

const waiting = new Note<Duplex, number>('waiting requests');

const ignore = (): void => undefined;

/** Whether replies can still be sent. The parser still handles bytes that arrived before the connection ended. */
const isOpen = (socket: Duplex | undefined): boolean =>
  socket !== undefined && !socket.writableEnded && !socket.destroyed;

// Also runs on `resume`, because reading the body of a request resumes its connection.
function holdBack(this: Duplex): void {
  if ((waiting.get(this) ?? 0) > readAhead) this.pause();
}

const enter = (socket: Duplex): void => {
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count === 1) socket.on('resume', holdBack);
  holdBack.call(socket);
};

const leave = (socket: Duplex): void => {
  const left = (waiting.get(socket) ?? 1) - 1;
  waiting.set(socket, left);
  if (left === 0) socket.off('resume', holdBack);
  if (left === readAhead) socket.resume();
};

/** Calls `listener` when Node has given the response its socket. That is when all earlier responses are sent. */
const wait = (req: IncomingMessage, res: ServerResponse, listener: RequestListener): void => {
  const { socket } = req;
  enter(socket);
  res.once('socket', () =>
    // Waits a tick, because Node is still finishing the earlier response.
    process.nextTick(() => {
      leave(socket);
      if (isOpen(socket)) listener(req, res);
    }),
  );
};

/**
 * Serves the requests of a connection one after another, although a client may send many at once (RFC 9112 9.3.2). A
 * request runs when the responses before it are sent, so it can always be answered. A request after a response with
 * `Connection: close` never runs (9.6), and neither does one on a closed connection.
 */
export const inTurn =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    // When a client leaves, Node emits the error a tick after it has checked for listeners. By then other listeners may be gone, so this
    // one stays.
    req.on('error', ignore);
    if (res.socket === null) wait(req, res, listener);
    else if (isOpen(res.socket)) listener(req, res);
  };
