import { EventEmitter } from 'node:events';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { protocolOf, Upgrade } from './upgrade.ts';

/** A listener for the event `upgrade` of Node's server. */
export type UpgradeListener = (req: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** The parts of a listener for upgrades. */
export interface UpgradeParts {
  /** Answers the request like any other. Its response has the socket. */
  readonly serve: RequestListener;
  /** Whether a route says that it takes upgrades (`meta({ upgrade })`). It gets them although the server has other listeners. */
  readonly declares: (req: IncomingMessage) => boolean;
  /** Gets the upgrades that are left to other listeners of the server. */
  readonly leave: (req: IncomingMessage, socket: Duplex) => void;
}

const ignore = (): void => undefined;

// Clients offer these on any request, with or without a body, and continue in HTTP/1.1 when a server ignores the offer (RFC 9110 7.8).
const optional = /^(?:h2c|tls\/|http\/)/;

/** Whether a request only makes sense with an upgrade. Others are plain requests, whose body still follows. */
const insists = (req: IncomingMessage): boolean => {
  const { method, httpVersion, headers } = req;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0;
  return method === 'GET' && httpVersion === '1.1' && !hasBody && !optional.test(protocolOf(req));
};

/** Gives a connection back to Node's server, which then reads the request again, without its header `Upgrade`. */
const readAgain = (server: EventEmitter, req: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const { rawHeaders, method = '', url = '', httpVersion } = req;
  const lines = [`${method} ${url} HTTP/${httpVersion}`];
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.toLowerCase() !== 'upgrade') lines.push(`${name}: ${rawHeaders[at + 1] ?? ''}`);
  }
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  server.emit('encrypted' in socket ? 'secureConnection' : 'connection', socket);
};

/** Calls `next` when the replies to earlier requests of the connection are sent. Node tells of an upgrade before. */
const whenFree = (socket: Duplex, next: () => void): void => {
  const earlier: ServerResponse | null | undefined = Reflect.get(socket, '_httpMessage');
  if (earlier === null || earlier === undefined) return socket.writableEnded || socket.destroyed ? undefined : next();
  // A tick later, Node has given the socket to the response behind.
  earlier.once('close', () => process.nextTick(whenFree, socket, next));
};

/** The server that a connection belongs to; null for one in memory. */
const serverOf = (socket: Duplex): EventEmitter | null => {
  const server: unknown = Reflect.get(socket, 'server');
  return server instanceof EventEmitter ? server : null;
};

/**
 * Lets requests that ask for another protocol be answered like all others. Offers that a server may ignore become plain requests. If the
 * server has other listeners for upgrades, only routes that declare upgrades get theirs.
 */
export const upgradeListener =
  ({ serve, declares, leave }: UpgradeParts): UpgradeListener =>
  (req, socket, head) => {
    // Node has removed its own listener, and an error without one would end the process.
    if (!socket.listeners('error').includes(ignore)) socket.on('error', ignore);
    const server = serverOf(socket);
    const isMeant = insists(req);
    if (server !== null && server.listenerCount('upgrade') > 1 && !(isMeant && declares(req)))
      return leave(req, socket);
    if (server !== null && !isMeant) return whenFree(socket, () => readAgain(server, req, socket, head));
    const upgrade = new Upgrade(req, socket, head);
    whenFree(socket, () => serve(req, upgrade.respond(req)));
  };
