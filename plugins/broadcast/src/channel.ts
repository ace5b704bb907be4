import type { Context } from '@taproot/core';
import type { ParamNames } from '@taproot/core/internal';
import { describeValue } from '@taproot/core/plugin';
import { errors } from './errors.ts';

/** The values of a channel's parameters, decoded: `{ room: '7' }` for `rooms.{room}`. */
export type ChannelParams<Names extends string> = { readonly [Name in Names]: string };

/** Decides whether the sender of a request may listen. */
export type Authorize<Names extends string> = (
  ctx: Context,
  params: ChannelParams<Names>,
) => boolean | Promise<boolean>;

/** One channel, as `of()` returns it. `Events` are the types of its events' data, by name. */
export interface AnyChannel<Events extends object = object> {
  /** The full name, `rooms.7`. */
  readonly name: string;
  /** The pattern of the channel, `rooms.{room}`. */
  readonly pattern: string;
  /** Decides who may listen; null if the route alone decides. */
  readonly authorize: ((ctx: Context) => boolean | Promise<boolean>) | null;
  /** The ability that decides who may listen, and its arguments; null for none. */
  readonly ability: { readonly name: string; readonly params: Readonly<Record<string, string>> } | null;
  /** Exists only for the compiler. */
  readonly '~events'?: Events;
}

/** The events of a channel, or of a list of channels, as clients get them. */
export type EventOf<Given extends AnyChannel | readonly AnyChannel[]> = Given extends readonly (infer One)[]
  ? SentEvents<One>
  : SentEvents<Given>;

type SentEvents<Given> =
  Given extends AnyChannel<infer Events>
    ? {
        [Name in keyof Events & string]: { readonly event: Name; readonly data: Events[Name]; readonly id: string };
      }[keyof Events & string]
    : never;

interface Rules<Names extends string> {
  readonly authorize: Authorize<Names> | null;
  readonly ability: string | null;
}

const open: Rules<string> = Object.freeze({ authorize: null, ability: null });

/** A kind of channel: its pattern, its events, and who may listen. Immutable: each method returns a new object. */
export class Channel<Names extends string, Events extends object = Record<string, unknown>> {
  readonly #pattern: string;
  readonly #rules: Rules<Names>;

  /** Made by `channel()`. */
  constructor(pattern: string, rules: Rules<Names> = open) {
    this.#pattern = pattern;
    this.#rules = rules;
  }

  /**
   * Declares the events of these channels: the types of their data by name. Only for the compiler.
   * @example channel('rooms.{room}').events<{ booked: { id: number }; closed: null }>()
   */
  events<Data extends object>(): Channel<Names, Data> {
    return new Channel(this.#pattern, this.#rules);
  }

  /**
   * Only clients for which `decide` returns true may listen; others get 403. It runs once for each stream, before the
   * stream opens.
   * @example channel('users.{user}').authorize(async (ctx, { user }) => (await facades.Auth(ctx).id()) === user)
   */
  authorize(decide: Authorize<Names>): Channel<Names, Events> {
    return new Channel(this.#pattern, { ...this.#rules, authorize: decide });
  }

  /**
   * Only users with this ability of `facades.Gate()` may listen; the ability gets the parameters. Others get the denial
   * of the gate, 403 by default.
   * @example channel('rooms.{room}').can('rooms.listen')
   */
  can(ability: string): Channel<Names, Events> {
    return new Channel(this.#pattern, { ...this.#rules, ability });
  }

  /**
   * One channel of this kind. Parameters may contain any characters; separators in them are escaped.
   * @throws E_BROADCAST_PARAMETER for a parameter that is missing or empty.
   * @example rooms.of({ room: 7 })
   */
  of(
    ...[given]: [Names] extends [never] ? [params?: Readonly<Record<string, never>>] : [params: ParamValues<Names>]
  ): AnyChannel<Events> {
    const pattern = this.#pattern;
    const params: Record<string, string> = {};
    const name = pattern.replaceAll(/\{(\w+)\}/g, (_placeholder, key: string) => {
      const value: unknown = Object(given)[key];
      if ((typeof value !== 'string' || value === '') && !Number.isFinite(value))
        throw errors.E_BROADCAST_PARAMETER({ name: key, pattern, actual: describeValue(value) });
      params[key] = String(value);
      return escaped(params[key]);
    });
    const { authorize, ability } = this.#rules;
    return Object.freeze({
      name,
      pattern,
      authorize: authorize === null ? null : (ctx: Context) => authorize(ctx, params as ChannelParams<Names>),
      ability: ability === null ? null : { name: ability, params },
    });
  }
}

type ParamValues<Names extends string> = { readonly [Name in Names]: string | number };

/**
 * The unique key of a channel: its name, and the positions of its parameters. So `users.{user}.{kind}` with the kind `public` differs from
 * `users.{user}.public`, which other users may be allowed to hear.
 */
export const channelKey = ({ pattern, name }: AnyChannel): string =>
  pattern.includes('{') ? `${pattern.replaceAll(/\{\w+\}/g, '{}')} ${name}` : name;

/** A dot would begin the next part of the name: `rooms.{room}` with `7.staff` must not be `rooms.{room}.staff`. */
const escaped = (value: string): string => encodeURIComponent(value.toWellFormed()).replaceAll('.', '%2E');

/**
 * A kind of channel. Its pattern has names in braces, which `of()` fills in. Without `authorize()` or `can()`, every client that your route
 * lets in may listen.
 *
 * @example export const rooms = channel('rooms.{room}').events<{ booked: { id: number } }>();
 */
export const channel = <Pattern extends string>(pattern: Pattern): Channel<ParamNames<Pattern>> => new Channel(pattern);
