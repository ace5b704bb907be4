import { type AnyChannel, channel } from '@taproot/broadcast';
import type { Application } from '@taproot/core';
import { openRedis, perApp, sparseReport } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { frame } from './frames.ts';
import type { MemberOf } from './presence/member.ts';
import { MemoryPresence } from './presence/memory-presence.ts';
import { everyone, Presence } from './presence/presence.ts';
import { RedisPresence } from './presence/redis-presence.ts';
import type { SocketClient } from './socket-client.ts';

/** Chooses clients. */
export type ClientTest = (client: SocketClient) => boolean;

/** Orders of a process to all processes, itself included. */
type Orders = {
  send: { readonly id: string; readonly text: string };
  disconnect: { readonly id: string; readonly code: number; readonly reason: string };
};

// No client may stream it.
const orders = channel('taproot.sockets')
  .events<Orders>()
  .authorize(() => false)
  .of();

/** Milliseconds that a connection may take to open. */
const opening = 60_000;

/** The connections of one member, on all processes. */
export interface SocketMember {
  /**
   * Sends an event to each connection of the member. Resolves when the store of broadcasts has it.
   * @throws E_SOCKET_DATA for data that JSON cannot hold; E_BROADCAST_SIZE above `broadcast.max_bytes`.
   */
  send(event: string, data: unknown): Promise<void>;
  /**
   * Closes each connection of the member, for example after its token was revoked. Codes of your own are 4000 to 4999; 1008 (policy) when
   * left out. Resolves when the store of broadcasts has the order.
   */
  disconnect(code?: number, reason?: string): Promise<void>;
}

/** The facade `Sockets`: the open connections, and the members of rooms. */
export class Sockets {
  readonly #app: Application;
  readonly #open: OpenSockets;

  /** Made for each application. */
  constructor(app: Application, open: OpenSockets) {
    this.#app = app;
    this.#open = open;
  }

  /**
   * The number of connections of this process; with a channel, those of one room: `countHere(room.of({ room: 7 }))`. `members()` counts on all
   * processes.
   */
  countHere(room?: AnyChannel): number {
    return room === undefined
      ? this.#open.clients.size
      : this.findHere(({ room: { channel } }) => channel.name === room.name).length;
  }

  /** The connections of this process for which `test` returns true. `member(id)` reaches those of all processes. */
  findHere(test: ClientTest): SocketClient[] {
    return [...this.#open.clients].filter(test);
  }

  /**
   * Closes the connections of this process for which `test` returns true. Returns their number. Codes of your own are 4000 to 4999; 1008
   * (policy) when left out. `member(id).disconnect()` closes those of all processes.
   * @example facades.Sockets().disconnectHere(({ path }) => path === '/rooms/{room}', 4002, 'closed for today')
   */
  disconnectHere(test: ClientTest, code = 1008, reason = ''): number {
    const found = this.findHere(test);
    for (const client of found) client.close(code, reason);
    return found.length;
  }

  /**
   * The members of a room, or of all rooms, on all processes: what `member` of the socket returned, once for each id. Rejects while Redis
   * cannot be reached.
   * @example const present = await facades.Sockets().members(room.of({ room: 7 }));
   */
  async members<Events extends object>(room?: AnyChannel<Events>): Promise<readonly MemberOf<Events>[]> {
    // `member` of the declaration that made the channel has made them.
    return (await this.#open.presence.members(room ?? everyone)) as readonly MemberOf<Events>[];
  }

  /**
   * The connections of one member on all processes, by the id that `member` of a socket returned.
   * @example await facades.Sockets().member(user.id).disconnect(4001, 'logged out')
   */
  member(id: string | number): SocketMember {
    const broadcast = this.#app.facades.Broadcast();
    return {
      send: async (event, data) => broadcast.send(orders, 'send', { id: String(id), text: frame(event, data) }),
      disconnect: (code = 1008, reason = '') => broadcast.send(orders, 'disconnect', { id: String(id), code, reason }),
    };
  }
}

/** The most bytes of a member as JSON: an event of its room must hold it. */
export const memberBytes = (app: Application): number => app.config.broadcast.max_bytes - 64;

/** The open connections of this process. It follows the orders of all processes. */
export class OpenSockets {
  /** All connections. */
  readonly clients = new Set<SocketClient>();
  /** The members of rooms. */
  readonly presence: Presence;
  readonly #app: Application;
  #following: Promise<void> | null = null;
  /** Members that were disconnected lately, for their connections that were still opening. */
  #disconnected: (Orders['disconnect'] & { readonly at: number })[] = [];

  /** Made for each application. */
  constructor(app: Application) {
    const { broadcast, websocket } = app.config;
    const isShared = (websocket.presence ?? broadcast.store) === 'redis';
    const connection = websocket.redis.connection ?? broadcast.redis.connection;
    const lease = websocket.presence_lease * 1000;
    this.#app = app;
    this.presence = new Presence({
      broadcast: () => app.facades.Broadcast(),
      report: sparseReport((error) => app.report(error, { where: 'websocket' })),
      store: isShared
        ? new RedisPresence(openRedis(app, 'websocket.presence', connection), websocket.redis.prefix, lease)
        : new MemoryPresence(),
      lease,
      bytes: memberBytes(app),
    });
  }

  /** Follows the orders of other processes, from the first connection on. Resolves when no order can be missed any more. */
  follow(): Promise<void> {
    return (this.#following ??= this.#listen());
  }

  /** Adds a connection whose request came at `since`. Closes it again if its member was disconnected in between. */
  enter(client: SocketClient, since: number): void {
    this.clients.add(client);
    const { member } = client;
    const order = this.#disconnected.find(({ id, at }) => at >= since && member !== null && String(member.id) === id);
    if (order !== undefined) client.close(order.code, order.reason);
  }

  async #listen(): Promise<void> {
    const events = this.#app.facades.Broadcast().listen([orders], '', () => {
      this.#app.report(errors.E_SOCKET_ORDERS(), { where: 'websocket' });
      this.#following = null;
      void this.follow();
    });
    // The first event is the greeting: from then on, every order comes.
    await events.next();
    void this.#obey(events);
  }

  async #obey(events: AsyncIterable<{ readonly event?: string | undefined; readonly data?: unknown }>): Promise<void> {
    for await (const { event, data } of events) {
      if (event === 'missed') this.#app.report(errors.E_SOCKET_ORDERS(), { where: 'websocket' });
      if (typeof data !== 'string' || (event !== 'send' && event !== 'disconnect')) continue;
      const order = JSON.parse(data) as Orders['send'] & Orders['disconnect'];
      const at = performance.now();
      this.#disconnected = this.#disconnected.filter((one) => at - one.at < opening);
      if (event === 'disconnect') this.#disconnected.push({ ...order, at });
      for (const client of this.clients) {
        if (client.member === null || String(client.member.id) !== order.id) continue;
        if (event === 'send') client.write(order.text);
        else client.close(order.code, order.reason);
      }
    }
  }
}

/** The open connections of an application, and their facade. */
export const openSockets = perApp((app) => {
  const open = new OpenSockets(app);
  return { open, facade: new Sockets(app, open) };
});
