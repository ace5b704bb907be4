import type { Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { Note } from '../shared/note.ts';
import { endsPolitely } from './end-politely.ts';

/** Whether the response is not finished, or the body of its request is still arriving. */
const isOpen = (response: ServerResponse): boolean => !response.writableFinished || !response.req.complete;

const latest = Symbol('latest response');

/** When `open()` first saw a response, in milliseconds. */
const firstSeen = new Note<ServerResponse, number>('first seen');

/** A request whose response is not complete. */
export interface OpenResponse {
  readonly response: ServerResponse;
  /** For how many milliseconds it has been open, at least: since the first call of `open()` that saw it. */
  readonly milliseconds: number;
}

/** A connection for requests, with the response to its last request. */
type Connection = Duplex & { [latest]?: ServerResponse };

const peerOf = (socket: Duplex): string =>
  'remoteAddress' in socket && 'remotePort' in socket
    ? `${String(socket.remoteAddress)} ${String(socket.remotePort)}`
    : '';

/** The connections of a server, and the current response of each. */
export class Connections {
  // Every accepted socket. Under TLS also sockets whose handshake is not complete; `#ready` later gets other objects for them.
  readonly #accepted = new Set<Socket>();
  readonly #ready = new Set<Connection>();
  /** Connections that have switched protocol by `Upgrade`. Their new owner closes them. */
  readonly #upgraded = new Set<Socket>();
  /** The accepted sockets of TLS by their peer, because the socket that receives requests is another object. */
  readonly #byPeer = new Map<string, Socket>();
  #emptied: (() => void) | null = null;
  /** How many connections were ever accepted. */
  total = 0;
  /** Whether replies say `Connection: close`. */
  #closing: boolean;

  readonly #onClose: (this: Socket) => void;

  constructor(keepAlive: boolean) {
    this.#closing = !keepAlive;
    const leave = (socket: Socket): void => this.#leave(socket);
    // One listener for all connections: idle ones should take little memory.
    this.#onClose = function () {
      leave(this);
    };
  }

  /** `ready` is the server's event for a socket that can receive requests. */
  watch(server: Server, ready: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Socket) => {
      // A connection whose offer to upgrade was ignored comes again.
      if (this.#accepted.has(socket)) return;
      this.total++;
      this.#accepted.add(socket);
      if (ready === 'secureConnection') this.#index(socket);
      socket.on('close', this.#onClose);
    });
    server.on(ready, (socket: Socket) => {
      // A connection of HTTP/2 has many requests at once; `Http2Sessions` keeps it.
      if (this.#ready.has(socket) || ('alpnProtocol' in socket && socket.alpnProtocol === 'h2')) return;
      this.#ready.add(socket);
      endsPolitely(socket);
      // Under TLS it is another object than the accepted one.
      if (!this.#accepted.has(socket)) socket.on('close', this.#onClose);
    });
  }

  /**
   * Records a request on its socket, because a Map of sockets would take 1 % of the CPU time of a small POST. It needs no listener for the
   * end, because the response itself knows whether it has ended.
   */
  begin(response: ServerResponse): void {
    const connection: Connection = response.req.socket;
    connection[latest] = response;
    if (this.#closing) response.shouldKeepAlive = false;
  }

  /** The response to the last request of a connection, sent or not; null before the first request. */
  latest(connection: Connection): ServerResponse | null {
    return connection[latest] ?? null;
  }

  /** The response that a connection is currently sending, or null. */
  inFlight(socket: Duplex): ServerResponse | null {
    const response = this.latest(socket);
    return response !== null && isOpen(response) ? response : null;
  }

  /**
   * The responses that are not complete, together with `others`, the oldest first. Costs a request nothing: only calls of this method look
   * at the time.
   */
  open(others: Iterable<ServerResponse>): OpenResponse[] {
    const now = performance.now();
    const responses: OpenResponse[] = [];
    for (const response of [...Array.from(this.#ready, (socket) => this.inFlight(socket)), ...others]) {
      if (response === null) continue;
      const seen = firstSeen.get(response) ?? now;
      firstSeen.set(response, seen);
      responses.push({ response, milliseconds: now - seen });
    }
    return responses.toSorted((one, other) => other.milliseconds - one.milliseconds);
  }

  /** Connections on which bytes of a reply wait for their client. */
  *sending(): IterableIterator<Socket> {
    for (const socket of this.#ready)
      if (socket instanceof Socket && socket.writableLength > 0 && this.inFlight(socket) !== null) yield socket;
  }

  /** From now on every reply not yet begun says `Connection: close`. */
  drain(): void {
    this.#closing = true;
    for (const connection of this.#ready) {
      const response = this.latest(connection);
      if (response !== null) response.shouldKeepAlive = false;
    }
  }

  /** Destroys connections without a running request. */
  closeIdle(): void {
    for (const socket of this.#ready) if (this.inFlight(socket) === null) socket.destroy();
  }

  /** Destroys all connections except upgraded ones; returns their number. */
  destroy(): number {
    const { size } = this.#accepted;
    for (const socket of this.#accepted) socket.destroy();
    return size;
  }

  /** Resolves when only upgraded connections are left. */
  async emptied(): Promise<void> {
    if (this.#accepted.size > 0) await new Promise<void>((resolve) => (this.#emptied = resolve));
  }

  /** Destroys the upgraded connections. */
  destroyUpgraded(): void {
    for (const socket of this.#upgraded) socket.destroy();
  }

  #leave(socket: Socket): void {
    this.#ready.delete(socket);
    this.#upgraded.delete(socket);
    if (this.#accepted.delete(socket) && this.#accepted.size === 0) this.#emptied?.();
  }

  #index(socket: Socket): void {
    const peer = peerOf(socket);
    this.#byPeer.set(peer, socket);
    // A closed socket does not know its peer any more.
    socket.on('close', () => this.#byPeer.get(peer) === socket && this.#byPeer.delete(peer));
  }

  /** Notes that a connection is for another protocol now, and that its new owner closes it. */
  upgraded(upgraded: Duplex): void {
    this.#ready.delete(upgraded);
    const socket =
      upgraded instanceof Socket && this.#accepted.has(upgraded) ? upgraded : this.#byPeer.get(peerOf(upgraded));
    if (socket === undefined || !this.#accepted.has(socket)) return;
    this.#leave(socket);
    this.#upgraded.add(socket);
  }
}
