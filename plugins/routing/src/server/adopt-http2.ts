import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ServerHttp2Stream } from 'node:http2';
import { headBySetHeader } from '../shared/set-head.ts';

/** The header lines without `:method` and the like, and with `:authority` as the Host header (RFC 9113 8.3.1). */
const headerLines = ({ headers, rawHeaders }: IncomingMessage): string[] => {
  const { ':authority': authority } = headers;
  const lines: string[] = [];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (name.startsWith(':') || (authority !== undefined && name === 'host')) continue;
    lines.push(name, value);
  }
  if (authority === undefined) return lines;
  headers.host = String(authority);
  return ['host', headers.host, ...lines];
};

/** Headers of one connection of HTTP/1. Node throws for them, and the error response of 426 has one (RFC 9113 8.2.2). */
const forbidden = /^(?:connection|upgrade|keep-alive|proxy-connection|transfer-encoding|http2-settings)$/i;

/** The socket of a stream. It stays readable when the connection has ended, and `destroy()` ends the stream alone. */
const socketOf = (req: IncomingMessage, stream: ServerHttp2Stream): object => {
  const { socket } = req;
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  const encrypted = 'encrypted' in socket && socket.encrypted === true;
  const known = { remoteAddress, remotePort, localAddress, localPort, encrypted, writableEnded: false };
  let written = socket.bytesWritten;
  return Object.create(socket, {
    ...Object.fromEntries(Object.entries(known).map(([name, value]) => [name, { value }])),
    destroyed: { get: () => stream.destroyed },
    destroy: { value: () => stream.close() },
    bytesWritten: {
      get() {
        if (stream.session?.destroyed === false) written = socket.bytesWritten;
        return written;
      },
    },
  }) as object;
};

/**
 * Gives a request and a response of HTTP/2 the members of HTTP/1 that routes, middleware and mounted code read: `Host`, whether there is a
 * body, the socket, the state of the response.
 */
export const adoptHttp2 = (req: IncomingMessage, res: ServerResponse, stream: ServerHttp2Stream): void => {
  const { headers } = req;
  Object.defineProperties(req, {
    rawHeaders: { value: headerLines(req), configurable: true },
    socket: { value: socketOf(req, stream), configurable: true },
  });
  // The frames of HTTP/2 end a body, so a length is not needed. HTTP/1 says the same by its coding.
  if (!stream.endAfterHeaders && headers['content-length'] === undefined) headers['transfer-encoding'] = 'chunked';
  const set = res.setHeader.bind(res);
  Object.defineProperty(res, 'setHeader', {
    value: (name: string, value: number | string | readonly string[]) =>
      forbidden.test(name) ? res : set(name, value),
    configurable: true,
    writable: true,
  });
  headBySetHeader(res);
  // A listener of each step and each middleware may wait for the end.
  res.setMaxListeners(30);
  let isClosed = false;
  res.once('close', () => (isClosed = true));
  Object.defineProperties(res, {
    destroyed: { get: () => stream.destroyed, configurable: true },
    closed: { get: () => isClosed, configurable: true },
    // Node also says so when the client has left.
    writableFinished: {
      get: () => res.writableEnded && isClosed && !stream.aborted && stream.writableFinished,
      configurable: true,
    },
  });
};
