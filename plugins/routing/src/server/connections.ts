import type { Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/** Whether a reply is still owed, or the body of an answered request still on its way. */
const isOpen = (response: ServerResponse): boolean => !response.writableFinished || !response.req.complete;

/** The connections of a server, and what each of them is busy with. */
export class Connections {
  // Every socket accepted; under TLS also those still shaking hands, which `#latest` learns of later as other objects.
  readonly #accepted = new Set<Duplex>();
  readonly #latest = new Map<Duplex, ServerResponse | null>();
  /** How many connections were ever accepted. */
  total = 0;
  /** Whether replies say `Connection: close`. */
  #closing: boolean;

  constructor(keepAlive: boolean) {
    this.#closing = !keepAlive;
  }

  /** `ready`: the event with which the server hands over a socket that requests may come from. */
  watch(server: Server, ready: 'connection' | 'secureConnection'): void {
    server.on('connection', (socket: Duplex) => {
      this.total++;
      this.#accepted.add(socket);
      socket.once('close', () => this.#accepted.delete(socket));
    });
    server.on(ready, (socket: Duplex) => {
      this.#latest.set(socket, null);
      socket.once('close', () => this.#latest.delete(socket));
    });
  }

  /** Notes a request; on the hot path, so there is no listener for its end: the response itself knows. */
  begin(response: ServerResponse): void {
    this.#latest.set(response.req.socket, response);
    if (this.#closing) response.shouldKeepAlive = false;
  }

  /** The response a connection is busy with, or null. */
  inFlight(socket: Duplex): ServerResponse | null {
    const response = this.#latest.get(socket) ?? null;
    return response !== null && isOpen(response) ? response : null;
  }

  /** From now on every reply not yet begun says `Connection: close`. */
  drain(): void {
    this.#closing = true;
    for (const response of this.#latest.values()) if (response !== null) response.shouldKeepAlive = false;
  }

  /** Destroys connections no request is in flight on. */
  closeIdle(): void {
    for (const socket of this.#latest.keys()) if (this.inFlight(socket) === null) socket.destroy();
  }

  /** Destroys all there are; answers how many. */
  destroy(): number {
    const { size } = this.#accepted;
    for (const socket of this.#accepted) socket.destroy();
    return size;
  }
}
