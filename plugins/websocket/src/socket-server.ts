import type { ChannelEvents } from '@taproot/broadcast';
import type { Application, Context, Response } from '@taproot/core';
import { describeValue, didYouMean, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import type { HttpConfig } from '@taproot/routing';
import { checkJson } from '@taproot/routing/driver';
import { errorView } from '@taproot/routing/internal';
import { WebSocketServer } from 'ws';
import { errors } from './errors.ts';
import { frame } from './frames.ts';
import type { AnyMember, KnownMember } from './presence/member.ts';
import { everyone } from './presence/presence.ts';
import { judged } from './receives.ts';
import { Room } from './room.ts';
import type { Socket, SocketParts } from './socket.ts';
import { joined, SocketClient } from './socket-client.ts';
import { memberBytes, type OpenSockets, openSockets } from './sockets.ts';

/** The three things that can happen to a message of a client. */
type Verdict = 'take' | 'refuse' | 'close';

/** Counts the messages of one client: `limit` in each second, a second as many are refused, and then its connection closes. */
class MessageRate {
  readonly #limit: number;
  #count = 0;
  #until = 0;

  constructor(limit: number | null) {
    this.#limit = limit ?? Number.POSITIVE_INFINITY;
  }

  /** Judges the next message; `now` in milliseconds. */
  next(now: number): Verdict {
    if (now >= this.#until) {
      this.#until = now + 1000;
      this.#count = 0;
    }
    this.#count++;
    if (this.#count <= this.#limit) return 'take';
    return this.#count <= this.#limit * 2 ? 'refuse' : 'close';
  }
}

const ignore = (): void => undefined;

const alive = frame('heartbeat', null);

interface Received {
  readonly event: string;
  readonly data: unknown;
}

/** Reads a message. Throws for anything but an object with an event. */
const readMessage = (text: string | null, depth: number): Received => {
  if (text === null) throw errors.E_SOCKET_MESSAGE({ reason: 'it is binary' });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw errors.E_SOCKET_MESSAGE({ reason: 'it is not JSON' }, { cause });
  }
  checkJson(value, depth);
  const { event, data }: { readonly event?: unknown; readonly data?: unknown } = Object(value);
  if (typeof event !== 'string') throw errors.E_SOCKET_MESSAGE({ reason: 'it has no event' });
  return { event, data };
};

/** A member, and as rooms keep it. */
interface Identity {
  readonly member: AnyMember;
  readonly known: KnownMember;
}

/** Who a client is. Throws for a value without an id, or one that no event can carry, so that the client gets an HTTP reply. */
const identify = ({ member, path }: SocketParts, joined: unknown, ctx: Context, limit: number): Identity | null => {
  const made: unknown = member?.(joined as never, ctx) ?? null;
  if (made === null) return null;
  const { id }: { readonly id?: unknown } = Object(made);
  if ((typeof id !== 'string' || id === '') && !Number.isFinite(id))
    throw errors.E_SOCKET_MEMBER({ path, value: describeValue(made) });
  let json: string;
  try {
    json = JSON.stringify(made);
  } catch (cause) {
    throw errors.E_SOCKET_MEMBER({ path, value: 'an object that cannot be JSON' }, { cause });
  }
  const bytes = Buffer.byteLength(json);
  if (bytes > limit) throw errors.E_SOCKET_MEMBER_SIZE({ path, bytes, limit });
  return { member: made as AnyMember, known: { id: String(id), json } };
};

/** Opens the sockets of one application, and runs the messages of their clients. Loaded with the first one. */
export class SocketServer {
  readonly #app: Application;
  readonly #server: WebSocketServer;
  readonly #open: OpenSockets;
  readonly #report: SparseReport;

  constructor(app: Application) {
    const { max_message: maxPayload, compression } = app.config.websocket;
    this.#app = app;
    this.#open = openSockets(app).open;
    this.#report = sparseReport((error) => app.report(error, { where: 'websocket' }));
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      maxPayload,
      // ws looks at the threshold only if no message builds on the ones before.
      perMessageDeflate: compression && { threshold: 1024, serverNoContextTakeover: true, concurrencyLimit: 4 },
    });
  }

  /** Answers a request by a socket. */
  async answer(ctx: Context, { parts }: Socket): Promise<Response> {
    const request = ctx.request();
    const params = Object.fromEntries(request.info()?.parameters.map(({ name }) => [name, request.route(name)]) ?? []);
    const channel = parts.channelOf(params);
    const room = new Room(channel, this.#app.facades.Broadcast(), this.#open.presence);
    // A plain request is refused before `join` looks for its user.
    const response = ctx.response().upgrade((req, socket, head) => {
      this.#server.handleUpgrade(req, socket, head, (ws) => {
        const client = new SocketClient({
          ws,
          ctx,
          joined: data,
          member: identity?.member ?? null,
          params,
          path: parts.path,
          room,
          backlog: this.#app.config.websocket.max_backlog,
          onSlow: this.#reportSlow,
        });
        // ws closes the connection itself after a message that breaks its protocol.
        ws.on('error', ignore);
        const last = request.query('last');
        const events = this.#app.facades.Broadcast().listen([room.channel], last, () => {
          client.close(1013, 'read faster');
        });
        this.#enter(client, parts, since);
        void this.#begin(client, identity?.known ?? null, events, last !== '');
        ws.on('close', () => {
          void events.return?.();
          this.#leave(client, identity?.known ?? null, parts);
        });
        request.signal().addEventListener('abort', () => client.close(1001, 'the server closes'));
      });
    });
    const since = performance.now();
    const following = this.#open.follow();
    const data = await parts.join(ctx);
    const identity = identify(parts, data, ctx, memberBytes(this.#app));
    await this.#app.facades.Broadcast().admit(ctx, [room.channel]);
    await following;
    return response;
  }

  /** Sends all members to a member, then `joined`, then the events of the room: no event is older than the list of members. */
  async #begin(
    client: SocketClient,
    member: KnownMember | null,
    events: ChannelEvents,
    isBack: boolean,
  ): Promise<void> {
    const { presence } = this.#open;
    const { channel } = client.room;
    const sendMembers = async (): Promise<void> => client.write(frame('members', await presence.known(channel)));
    if (member !== null) {
      await Promise.all([presence.enter(channel, member), presence.enter(everyone, member)]);
      await sendMembers();
    }
    // A channel greets only clients that come for the first time.
    if (isBack) client.write(joined);
    // Changes of the members may be among the events that were lost.
    void client.follow(events, isBack, member === null ? null : sendMembers);
  }

  readonly #reportSlow = (path: string, bytes: number): void => this.#report(errors.E_SOCKET_BACKLOG({ path, bytes }));

  #enter(client: SocketClient, parts: SocketParts, since: number): void {
    this.#open.enter(client, since);
    const rate = new MessageRate(this.#app.config.websocket.max_rate);
    client.receive(async (text) => {
      const verdict = rate.next(performance.now());
      if (verdict === 'close') return client.close(1008, 'too many messages');
      try {
        if (verdict === 'refuse') throw errors.E_SOCKET_RATE({ limit: this.#app.config.websocket.max_rate ?? 0 });
        await this.#take(client, parts, text);
      } catch (error) {
        this.#refuse(client, error);
      }
    });
  }

  async #take(client: SocketClient, { receives, on }: SocketParts, text: string | null): Promise<void> {
    const { max_json_depth: depth }: Pick<HttpConfig, 'max_json_depth'> = this.#app.config.http;
    const { event, data } = readMessage(text, depth);
    const rules = receives.get(event);
    // Scripts of a browser see no pings of the protocol, so their client asks by a message.
    if (event === 'heartbeat' && rules === undefined) return client.write(alive);
    const run = rules === undefined ? undefined : on[event];
    if (rules === undefined || run === undefined)
      throw errors.E_SOCKET_EVENT({
        event: JSON.stringify(event),
        hint: didYouMean(event, [...receives.keys()]),
      });
    await run((await judged(this.#app, client.ctx, rules, data)) as never, client as never);
  }

  /** Tells a client why its message was refused, with the messages by field. */
  #refuse(client: SocketClient, error: unknown): void {
    const { status, code, message, details } = errorView(error, this.#app.debug);
    if (status >= 500)
      this.#app.report(error, { where: `socket ${client.path}`, requestId: client.ctx.request().id() });
    client.write(frame('error', { code, message, ...details }));
  }

  #leave(client: SocketClient, member: KnownMember | null, { left, path }: SocketParts): void {
    this.#open.clients.delete(client);
    if (member !== null)
      for (const channel of [client.room.channel, everyone]) void this.#open.presence.leave(channel, member);
    if (left === null) return;
    new Promise((resolve) => resolve(left(client as never))).catch((error: unknown) =>
      this.#app.report(error, { where: `socket ${path}` }),
    );
  }
}

/** The server of sockets of an application. */
export const socketServerOf = perApp((app) => new SocketServer(app));
