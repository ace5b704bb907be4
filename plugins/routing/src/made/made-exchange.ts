import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { canonicalize } from '../http/serve.ts';
import { framed, type WireRequest } from '../in-process/inject.ts';
import { SocketExchange } from '../request/exchange.ts';

const nodeRequest = (wire: WireRequest & { readonly body: Uint8Array | null }, server: Duplex): IncomingMessage => {
  // Typed as a TCP socket, of which Node itself reads nothing that a pipe in memory lacks.
  const req = new IncomingMessage(server as Socket);
  const headers = Object.entries(framed(wire)).map(([name, value]) => [name, String(value)] as const);
  Object.assign(req, {
    method: wire.method,
    url: wire.target,
    httpVersion: '1.1',
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    rawHeaders: headers.flat(),
    headers: Object.fromEntries(headers),
  });
  if (wire.body !== null) req.push(wire.body);
  req.push(null);
  req.complete = true;
  return req;
};

/**
 * A request and a response of Node without a server. Data written to the response arrives at the other end of the socket; once
 * that end closes, the response closes.
 */
export const madeExchange = (
  wire: WireRequest & { readonly body: Uint8Array | null },
  server: Duplex,
): SocketExchange => {
  const req = nodeRequest(wire, server);
  const res = new ServerResponse(req);
  res.assignSocket(server as Socket);
  const exchange = new SocketExchange(req, res);
  canonicalize(exchange);
  return exchange;
};
