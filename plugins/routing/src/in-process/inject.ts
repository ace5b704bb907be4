import {
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type RequestListener,
  request,
  type ServerResponse,
} from 'node:http';
import { type Duplex, duplexPair, pipeline, Readable } from 'node:stream';
import { beginInProcess } from './open-requests.ts';

/** A request as it is sent. */
export interface WireRequest {
  /** HTTP method in upper case, sent unchanged. */
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly target: string;
  /** Header fields by lower-case name, `host` among them. */
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is sent in chunks; null sends no body. */
  readonly body: Uint8Array | Readable | null;
  /** Address of the peer; 127.0.0.1 when left out. */
  readonly ip?: string;
  /** Whether the connection counts as encrypted. */
  readonly secure?: boolean;
  /** Abort it to break off the connection, like a client that leaves. */
  readonly signal?: AbortSignal;
}

// Methods of a TCP socket that handlers may call, without effect on a pipe in memory.
const ignore = function <Socket>(this: Socket): Socket {
  return this;
};
const tuning = { setTimeout: ignore, setNoDelay: ignore, setKeepAlive: ignore, ref: ignore, unref: ignore };

/** Both ends of a socket in memory; if one end is cut off, so is the other. */
export const socketPair = ({ ip = '127.0.0.1', secure = false }: WireRequest): [client: Duplex, server: Duplex] => {
  const [client, server] = duplexPair();
  client.once('close', () => server.destroy());
  server.once('close', () => client.destroy());
  Object.assign(server, tuning, { remoteAddress: ip }, secure ? { encrypted: true } : {});
  return [client, server];
};

/** Counts what the server writes, which a TCP socket does by itself. */
const countBytes = (client: Duplex, server: Duplex): void => {
  let bytesWritten = 0;
  client.on('data', ({ length }: Buffer) => (bytesWritten += length));
  Object.defineProperty(server, 'bytesWritten', { get: () => bytesWritten });
};

/** The headers as sent: a body of known size by its length, any other in chunks (RFC 9112 6.3). */
export const framed = ({ headers, body }: WireRequest): OutgoingHttpHeaders => {
  const sent = { connection: 'keep-alive', ...headers };
  if (body === null || 'content-length' in sent) return sent;
  if (body instanceof Readable) return { ...sent, 'transfer-encoding': 'chunked' };
  return { ...sent, 'content-length': body.byteLength };
};

/** Sends a request over one end of a socket, and resolves to the reply when its headers are here. */
export const sendOver = (client: Duplex, wire: WireRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const outgoing = request({
      createConnection: () => client,
      method: wire.method,
      path: wire.target,
      headers: framed(wire),
      setHost: false,
      ...(wire.signal === undefined ? {} : { signal: wire.signal }),
    });
    // May also happen after the reply has begun, because a server that refuses a body cuts it off.
    outgoing.on('error', reject);
    outgoing.once('response', (reply) => {
      reply.once('close', () => client.destroy());
      resolve(reply);
    });
    if (wire.body instanceof Readable) pipeline(wire.body, outgoing, () => undefined);
    else outgoing.end(wire.body);
  });

/**
 * Sends a request to a listener without a port, and resolves to the reply when its headers have arrived. Both sides are Node's own HTTP
 * over a socket in memory. So framing, back-pressure, `close` and clients that leave behave as on the network. Calls `answering` with the
 * response before the listener.
 */
export const inject = (
  listener: RequestListener,
  wire: WireRequest,
  answering?: (response: ServerResponse) => void,
): Promise<IncomingMessage> => {
  const [client, server] = socketPair(wire);
  countBytes(client, server);
  const serve: RequestListener = (req, res) => {
    beginInProcess(listener, res);
    answering?.(res);
    listener(req, res);
  };
  createServer(serve).emit('connection', server);
  return sendOver(client, wire);
};
