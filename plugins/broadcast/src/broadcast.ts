import { type Context } from '@taproot/core';
import type { EventStreamOptions } from '@taproot/core/internal';
import type { EventStreamClient, Reply, ServerSentEvent } from '@taproot/core/plugin';
import type { BroadcastRuntime } from './broadcast-runtime.ts';
import type { AnyChannel, EventOf } from './channel.ts';
import type { BroadcastEngineFactory } from './engine.ts';
import type { ChannelEvents } from './subscription.ts';

/** Settings of a stream of channels, the same as those of `eventStream()`. */
export type StreamOptions = EventStreamOptions;

/** The facade `Broadcast`: sends events to channels, and streams channels to clients. */
export class Broadcast {
  readonly #runtime: BroadcastRuntime;

  constructor(runtime: BroadcastRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Sends an event to all streams of a channel; with the stores `redis` and `nats`, to those of all processes. Resolves when the store has the event.
   * While the server cannot be reached, Taproot keeps the event in memory and reports the outage, and the promise still resolves.
   * @throws E_BROADCAST_EVENT for a name with line breaks, or data that JSON cannot hold; E_BROADCAST_SIZE above `broadcast.max_bytes`.
   * @example await facades.Broadcast().send(rooms.of({ room: 7 }), 'booked', { id: 1 })
   */
  send<Events extends object, Name extends keyof Events & string>(
    channel: AnyChannel<Events>,
    event: Name,
    data: Events[Name],
  ): Promise<void> {
    return this.#runtime.send(channel, event, data);
  }

  /**
   * Registers an engine for `broadcast.store`, in a plugin's `apply()` or in `withCallback()`.
   *
   * @example facades.Broadcast().extend('kafka', ({ shards, capacity }) => new KafkaEngine({ shards, capacity }))
   * @throws E_BROADCAST_ENGINE_LATE once the engine of the application was made; E_BROADCAST_ENGINE_TAKEN when there is one of this name.
   */
  extend(name: string, factory: BroadcastEngineFactory): this {
    this.#runtime.extend(name, factory);
    return this;
  }

  /**
   * Resolves when the sender of a request may listen to the channels and their events can be read.
   * @throws E_BROADCAST_FORBIDDEN (403), or the answer of the gate, when it may not.
   */
  admit(ctx: Context, channels: readonly AnyChannel[]): Promise<void> {
    return this.#runtime.admit(ctx, channels);
  }

  /**
   * The events of channels, for a transport of your own such as a WebSocket; call `admit()` before. Each has its name, its data as JSON text,
   * and an id; the first one may have only an id. It begins after `lastEventId`, and with new events when that is empty. `missed` says that
   * some events were lost. `cut` is called when the reader was too slow, and the events have ended.
   * @example await facades.Broadcast().listen([rooms.of({ room: 7 })], '', cut).each(({ event, data, id }) => push(event, data, id))
   */
  listen(channels: readonly AnyChannel[], lastEventId: string, cut: () => void): ChannelEvents {
    return this.#runtime.subscribe(channels, lastEventId, cut);
  }

  /**
   * The response that streams channels to a client. Each event has its name, its data as JSON, and an id. A client that reconnects gets the
   * events that it missed. If the store no longer has some of them, the client gets an event `missed`. The stream ends when the client
   * leaves or reads too slowly, and when the application closes.
   * @throws E_BROADCAST_FORBIDDEN (403), or the answer of the gate, when the client may not listen to one of the channels.
   * @example route.get('/rooms/{room}/events', (ctx) => facades.Broadcast().stream(ctx, rooms.of({ room: ctx.request().route('room') })))
   */
  async stream<Channels extends AnyChannel | readonly AnyChannel[]>(
    ctx: Context,
    channels: Channels,
    options: StreamOptions = {},
  ): Promise<Reply<200, EventOf<Channels>, 'text/event-stream'>> {
    const all: readonly AnyChannel[] = 'name' in channels ? [channels] : channels;
    await this.#runtime.admit(ctx, all);
    const source = ({ lastEventId }: EventStreamClient): AsyncIterable<ServerSentEvent> => {
      const response = ctx.response().writer();
      // `destroy()` rather than `end()`, because a client that does not read would never see the end.
      return this.#runtime.subscribe(all, lastEventId, () => response.destroy());
    };
    return ctx.response().eventStream(source, options) as Reply<200, EventOf<Channels>, 'text/event-stream'>;
  }
}
