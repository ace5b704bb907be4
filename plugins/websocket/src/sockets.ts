import type { AnyChannel } from '@taproot/broadcast';
import { perApp } from '@taproot/core/plugin';
import type { SocketClient } from './socket-client.ts';

/** Chooses clients. */
export type ClientTest = (client: SocketClient) => boolean;

/** The facade `Sockets`: the open connections of this process. */
export class Sockets {
  readonly #clients: ReadonlySet<SocketClient>;

  constructor(clients: ReadonlySet<SocketClient>) {
    this.#clients = clients;
  }

  /** The number of connections of this process; with a channel, those of one room: `count(room.of({ room: 7 }))`. */
  count(room?: AnyChannel): number {
    return room === undefined
      ? this.#clients.size
      : this.find(({ room: { channel } }) => channel.name === room.name).length;
  }

  /** The connections for which `test` returns true. */
  find(test: ClientTest): SocketClient[] {
    return [...this.#clients].filter(test);
  }

  /**
   * Closes the connections for which `test` returns true, for example those of a user whose token was revoked. Returns their number. Codes of
   * your own are 4000 to 4999; 1008 (policy) when left out.
   * @example facades.Sockets().disconnect(({ ctx }) => ctx.value('user') === id, 4001, 'logged out')
   */
  disconnect(test: ClientTest, code = 1008, reason = ''): number {
    const found = this.find(test);
    for (const client of found) client.close(code, reason);
    return found.length;
  }
}

/** The open connections of an application, and their facade. */
export const openSockets = perApp(() => {
  const clients = new Set<SocketClient>();
  return { clients, facade: new Sockets(clients) };
});
