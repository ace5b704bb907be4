import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { Note } from '../shared/note.ts';

/** How many requests of a connection may wait before no more are read from it. A client that pipelines sends fewer. */
const readAhead = 16;

const waiting = new Note<Duplex, number>('waiting requests');

const ignore = (): void => undefined;

/** Whether replies can still be sent. The parser goes on with bytes that came before a connection was ended. */
const isOpen = ({ writableEnded, destroyed }: Duplex): boolean => !writableEnded && !destroyed;

// Also a listener of `resume`: reading the body of a request resumes its connection.
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

/** Calls `listener` once Node has given the response its socket, which is when all earlier replies are sent. */
const wait = (req: IncomingMessage, res: ServerResponse, listener: RequestListener): void => {
  const { socket } = req;
  enter(socket);
  res.once('socket', () =>
    // Node is still busy with the end of the earlier reply.
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
    // When a client leaves, Node checks for listeners and emits the error a tick later, when they are gone.
    req.on('error', ignore);
    if (res.socket === null) wait(req, res, listener);
    else if (isOpen(res.socket)) listener(req, res);
  };
