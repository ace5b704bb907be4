import { type AnyChannel, channel } from '@taproot/broadcast';
import type { Context, Handler } from '@taproot/core';
import type { ParamNames, SocketDescription } from '@taproot/core/internal';
import { callPlace, type Place } from '@taproot/core/plugin';
import type { AnyRulesOrSchema, InferSent, InferValidated } from '@taproot/validation';
import { describeSocket } from './describe-socket.ts';
import { errors } from './errors.ts';
import type { AnyMember, WithPresence } from './presence/member.ts';
import { type Receives as ReceivedEvents, readReceives } from './receives.ts';
import type { SocketClient } from './socket-client.ts';

/** The types of messages that a socket sends, by event. Made by `message()`. */
export interface Messages<Sent extends object> {
  /** Exists only for the compiler. */
  readonly '~sent'?: Sent;
}

/**
 * Declares the messages that a socket sends: the types of their data by event. Only for the compiler.
 * @example sends: message<{ said: { from: number; text: string } }>()
 */
export const message = <Sent extends object>(): Messages<Sent> => ({});

/** The data that clients may send, by event. For a schema, the type before its transforms and defaults. */
type SentByEvent<Receives> = { readonly [Event in keyof Receives]: InferSent<Receives[Event]> };

type RulesByEvent = Readonly<Record<string, object>>;

/** A socket: its path, the messages that it receives and sends, and the code that runs for each. */
export interface SocketOptions<Path extends string, Joined, Receives, Sent extends object, Member> {
  /** The path of its route: `/rooms/{room}`. Clients with the same parameters are in the same room. */
  readonly path: Path;
  /** Runs before the connection opens, after all middleware. An error is an HTTP reply. `client.joined` is what it returns. */
  readonly join?: (ctx: Context) => Joined | Promise<Joined>;
  /**
   * Says who a client is, after `join`; null for a client that the list leaves out. The room then has members on all processes, its clients get the
   * events `members` and `presence`, and `facades.Sockets().member(id)` reaches each connection of a member.
   */
  readonly member?: (joined: Joined, ctx: Context) => (Member & AnyMember) | null;
  /** The messages of clients by event, with the rules of their data, or a Standard Schema for any data. */
  readonly receives: Receives & { readonly [Event in keyof Receives]: AnyRulesOrSchema<Receives[Event]> };
  /** The messages that it sends. */
  readonly sends?: Messages<Sent>;
  /** Runs for each valid message. The messages of one client run one after the other. */
  readonly on: {
    readonly [Event in keyof Receives]: (
      data: InferValidated<Receives[Event]>,
      client: SocketClient<Joined, Sent, ParamNames<Path>, Member>,
    ) => unknown;
  };
  /** Runs when a client has left. */
  readonly left?: (client: SocketClient<Joined, Sent, ParamNames<Path>, Member>) => unknown;
}

/** The parts of a declaration that run, without their types. */
export interface SocketParts {
  readonly path: string;
  /** The line that declares it. */
  readonly place: Place;
  readonly join: (ctx: Context) => unknown;
  readonly member: ((joined: never, ctx: Context) => AnyMember | null) | null;
  readonly receives: ReceivedEvents;
  readonly on: Readonly<Record<string, (data: never, client: never) => unknown>>;
  readonly left: ((client: never) => unknown) | null;
  /** The channel of a room. */
  readonly channelOf: (params: Readonly<Record<string, string>>) => AnyChannel;
}

/** A declared socket, for `route.socket()`. */
export interface Socket<Names extends string = string, Sent extends object = object, Received extends object = object> {
  /** The types of its messages, for clients. Exists only for the compiler. */
  readonly '~types'?: { readonly receives: Received; readonly sends: Sent };
  /** The path of its route. */
  readonly path: string;
  /** The handler of its route. */
  readonly handler: Handler;
  /** Describes its messages, for tools. */
  readonly describe: () => SocketDescription;
  /** The parts that run. */
  readonly parts: SocketParts;
  /**
   * A room as a channel of broadcasts, to send to it from anywhere and to stream it as server-sent events.
   * @example await facades.Broadcast().send(room.of({ room: 7 }), 'said', { from: 1, text: 'hello' })
   */
  of(params: { readonly [Name in Names]: string | number }): AnyChannel<Sent>;
}

/** The pattern of the channel: `rooms.{room}` for `/rooms/{room:[0-9]+}`. A constraint may have braces and slashes. */
const patternOf = (path: string): string => {
  let pattern = '';
  let depth = 0;
  let isNamed = false;
  for (const sign of path) {
    if (sign === '{' && depth++ === 0) isNamed = true;
    if (depth === 0) pattern += sign === '/' ? '.' : sign;
    else if (depth === 1 && isNamed && /[\w{]/.test(sign)) pattern += sign;
    else isNamed = false;
    if (sign === '}' && --depth === 0) pattern += '}';
  }
  return pattern
    .split('.')
    .filter((part) => part !== '')
    .join('.');
};

/**
 * Declares a socket: typed and validated messages in both directions.
 * @throws E_SOCKET_PATH for a path with an optional parameter, E_SOCKET_INVALID for another wrong declaration.
 * @example
 * export const room = socket({
 *   path: '/rooms/{room}',
 *   receives: { say: { text: 'required|string|max:2000' } },
 *   sends: message<{ said: { text: string } }>(),
 *   on: { say: ({ text }, client) => client.room.send('said', { text }) },
 * });
 */
export const socket = <
  const Path extends string,
  const Receives extends RulesByEvent,
  Joined = null,
  Sent extends object = object,
  Member = never,
>(
  options: SocketOptions<Path, Joined, Receives, Sent, Member>,
): Socket<ParamNames<Path>, WithPresence<Sent, Member>, SentByEvent<Receives>> => {
  const { path, join = () => null, member = null, receives, on, left = null } = options;
  if (path.includes('?}')) throw errors.E_SOCKET_PATH({ path });
  const rooms = channel(patternOf(path));
  const channelOf = (params: Readonly<Record<string, string | number>>): AnyChannel => rooms.of(params);
  const parts = {
    path,
    place: callPlace(),
    join,
    member,
    receives: readReceives(path, receives, on),
    on,
    left,
    channelOf,
  };
  const declared: Socket<ParamNames<Path>, WithPresence<Sent, Member>, SentByEvent<Receives>> = {
    path,
    handler: (ctx) => ctx.request().openSocket(declared),
    describe: () => describeSocket(parts),
    parts,
    // The channel only knows its events by their types.
    of: (params) => channelOf(params) as AnyChannel<WithPresence<Sent, Member>>,
  };
  sockets.add(declared);
  return Object.freeze(declared);
};

const sockets = new WeakSet<object>();

/** Whether `socket()` made it. */
export const isSocket = (declared: object): declared is Socket => sockets.has(declared);
