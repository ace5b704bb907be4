import type { ChannelEvents } from '@taproot/broadcast';
import type { Context } from '@taproot/core';
import type { RawData, WebSocket } from 'ws';
import { frame, frameOf } from './frames.ts';
import type { AnyMember } from './presence/member.ts';
import type { Room } from './room.ts';

/** Milliseconds until a connection is cut whose client does not answer its end. */
const patience = 2000;

/** Tells a client that it is in its room. */
export const joined = frame('joined', null);

/** The parts of a client. */
export interface ClientParts<Joined, Sent extends object, Names extends string, Member> {
  readonly ws: WebSocket;
  readonly ctx: Context;
  readonly joined: Joined;
  readonly member: AnyMember | null;
  readonly params: { readonly [Name in Names]: string };
  readonly path: string;
  readonly room: Room<Sent, Member>;
  /** Bytes that may wait for it. */
  readonly backlog: number;
  /** Called with the path of the socket when more wait. */
  readonly onSlow: (path: string, bytes: number) => void;
}

/** One connection of a socket. */
export class SocketClient<
  Joined = unknown,
  Sent extends object = object,
  Names extends string = string,
  Member = unknown,
> {
  /** The value that `join` returned; null without it. */
  readonly joined: Joined;
  /** The value that `member` returned; null without it. */
  readonly member: AnyMember | null;
  /** The parameters of its path, decoded. */
  readonly params: { readonly [Name in Names]: string };
  /** The pattern of its path: `/rooms/{room}`. */
  readonly path: string;
  /** Its room: all clients with the same parameters, on all processes. */
  readonly room: Room<Sent, Member>;
  /** The context of the request that opened it: its user, its headers, its locale. */
  readonly ctx: Context;
  readonly #ws: WebSocket;
  readonly #backlog: number;
  readonly #onSlow: (path: string, bytes: number) => void;
  #answers = true;
  /** The message that runs, and those behind it. */
  readonly #messages: (string | null)[] = [];

  /** Made for each connection. */
  constructor({
    ws,
    ctx,
    joined,
    member,
    params,
    path,
    room,
    backlog,
    onSlow,
  }: ClientParts<Joined, Sent, Names, Member>) {
    this.#ws = ws;
    this.ctx = ctx;
    this.joined = joined;
    this.member = member;
    this.params = params;
    this.path = path;
    this.room = room;
    this.#backlog = backlog;
    this.#onSlow = onSlow;
    ws.on('pong', () => (this.#answers = true));
  }

  /**
   * Sends to this client alone. A client that reads too slowly is closed instead.
   * @throws E_SOCKET_DATA for data that JSON cannot hold.
   */
  send<Event extends keyof Sent & string>(event: Event, data: Sent[Event]): void {
    this.write(frame(event, data));
  }

  /** Closes the connection. Codes of your own are 4000 to 4999; 1000 when left out. It is cut when the client does not answer. */
  close(code = 1000, reason = ''): void {
    this.#ws.close(code, reason);
    // Its close would wait behind what the client does not read.
    setTimeout(() => this.#ws.terminate(), patience).unref();
  }

  /** Sends a message that is JSON. */
  write(bytes: string | Buffer): void {
    const { bufferedAmount, readyState, OPEN } = this.#ws;
    if (readyState !== OPEN) return;
    if (bufferedAmount <= this.#backlog) return this.#ws.send(bytes, { binary: false });
    this.#onSlow(this.path, bufferedAmount);
    this.close(1013, 'read faster');
  }

  /**
   * Sends `joined`, unless the client is greeted, and the events of the room until one of both ends. Waits for a client that reads slowly, which
   * the room then cuts. `onMissed` runs after `missed`; further events wait for it.
   */
  follow(events: ChannelEvents, isGreeted: boolean, onMissed: (() => Promise<void>) | null): Promise<void> {
    let greeted = isGreeted;
    return events.each((event) => {
      // An event that came at the same time takes the place of the greeting.
      if (!greeted && event.event !== undefined) this.write(joined);
      greeted = true;
      const bytes = frameOf(event);
      const after = event.event === 'missed' ? onMissed : null;
      if (this.#ws.bufferedAmount >= this.#backlog / 2)
        return new Promise<void>((resolve) => this.#ws.send(bytes, { binary: false }, () => resolve())).then(after);
      this.write(bytes);
      return after?.();
    });
  }

  /** Calls `take` with each message, one after the other; it must not reject. Reads no further while a second one waits. */
  receive(take: (text: string | null) => Promise<unknown>): void {
    const run = async (): Promise<void> => {
      for (let text = this.#messages[0]; text !== undefined; text = this.#messages[0]) {
        await take(text);
        this.#messages.shift();
      }
      if (!this.#ws.isPaused) return;
      // Pongs of the time before are read only now.
      this.#answers = true;
      this.#ws.resume();
    };
    this.#ws.on('message', (data: RawData, isBinary) => {
      const text = isBinary ? null : String(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
      if (this.#messages.push(text) === 1) void run();
      else this.#ws.pause();
    });
  }

  /** Pings the client, or cuts it when it has not answered the last ping. While its messages wait, its answers are not read. */
  beat(): void {
    if (!this.#answers && !this.#ws.isPaused) return this.#ws.terminate();
    this.#answers = false;
    this.#ws.ping();
  }
}
