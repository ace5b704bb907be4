import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type RequestListener, request } from 'node:http';
import { duplexPair, pipeline, Readable } from 'node:stream';

/** A request as it goes over the wire. */
export interface WireRequest {
  readonly method: string;
  /** Path and query, as they are to be sent. */
  readonly target: string;
  /** `Host` among them. A body without `Content-Length` is sent in chunks. */
  readonly headers: OutgoingHttpHeaders;
  readonly body?: Uint8Array | Readable | null;
  /** Whether the connection counts as encrypted. */
  readonly secure?: boolean;
  /** Address of the peer. */
  readonly ip?: string;
  /** Aborting it breaks the connection off, as a client that leaves does. */
  readonly signal?: AbortSignal;
}

/**
 * Sends a request to a listener and resolves to the reply once its headers are here. Client and server are Node's own,
 * with a pipe in memory for a socket: framing, back-pressure, `close` and a client that leaves are those of production,
 * with no port and no network.
 */
export const inject = (listener: RequestListener, wire: WireRequest): Promise<IncomingMessage> => {
  const [client, server] = duplexPair();
  // What is cut off at one end of a socket is cut off at the other.
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroy());
  Object.assign(server, { remoteAddress: wire.ip ?? '127.0.0.1', ...(wire.secure === true && { encrypted: true }) });
  createServer(listener).emit('connection', server);
  return new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => client,
      method: wire.method,
      path: wire.target,
      headers: wire.headers,
      setHost: false,
      ...(wire.signal && { signal: wire.signal }),
    });
    outgoing.once('error', reject);
    outgoing.once('response', (reply) => {
      reply.once('close', () => client.destroy());
      resolve(reply);
    });
    if (wire.body instanceof Readable) pipeline(wire.body, outgoing, () => undefined);
    else outgoing.end(wire.body ?? undefined);
  });
};
