import cluster from 'node:cluster';
import { inspect } from 'node:util';
import { type Application, type Context } from '@taproot/core';
import type { Tracing } from '@taproot/core/internal';
import { reasonOf } from '@taproot/core/internal';
import { didYouMean, openRedis, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import { type AnyChannel, channelKey } from './channel.ts';
import { checkConfig } from './config.ts';
import type { Counts } from './counts.ts';
import type { BroadcastEngineFactory } from './engine.ts';
import { errors } from './errors.ts';
import type { EventLog } from './event-log.ts';
import type { Feed } from './feed.ts';
import { Hub } from './hub.ts';
import { type EventId, idText, type NewEvent } from './logged-event.ts';
import { RedisEngine } from './redis/redis-engine.ts';
import { SharedLog } from './shared-log.ts';
import type { Subscription } from './subscription.ts';
import { deliveryWithin, tracedDelivery, tracedSend } from './traced-events.ts';

/**
 * Whether the sender of a request may listen to a channel.
 *
 * @throws E_BROADCAST_FORBIDDEN (403), or the answer of the gate, when not; E_BROADCAST_ABILITY when no plugin knows abilities.
 */
const mayListen = async (app: Application, ctx: Context, channel: AnyChannel): Promise<void> => {
  const { authorize, ability, pattern } = channel;
  if (authorize !== null) {
    // Only `true` allows: a careless function may return an object that contains a promise.
    const allowed: unknown = await authorize(ctx);
    if (allowed !== true) throw errors.E_BROADCAST_FORBIDDEN();
  }
  if (ability === null) return;
  const abilities = app.provided('abilities');
  if (abilities === null) throw errors.E_BROADCAST_ABILITY({ pattern, ability: ability.name });
  await abilities.authorize(ctx, ability.name, ability.params);
};

/** A log for the events of this process only. */
class MemoryLog implements EventLog {
  readonly fault = null;
  readonly #feed: Feed;
  #last: EventId;

  constructor(feed: Feed) {
    this.#feed = feed;
    // A client with an id from before this process may have missed events.
    this.#last = { ms: Date.now(), seq: 0 };
    feed.load([], this.#last, () => this.#last);
  }

  async start(): Promise<void> {}

  async open(): Promise<void> {}

  async add(event: NewEvent): Promise<void> {
    const { ms, seq } = this.#last;
    const now = Date.now();
    // Ids must grow, even if the clock stands still or goes back.
    this.#last = now > ms ? { ms: now, seq: 0 } : { ms, seq: seq + 1 };
    this.#feed.deliver({ ...this.#last, ...event, id: idText(this.#last) });
  }

  async close(): Promise<void> {}
}

const builtIn = {
  redis: ({ app, shards, capacity }) => {
    const { connection, prefix } = app.config.broadcast.redis;
    return new RedisEngine({ connection: openRedis(app, 'broadcast.store', connection), prefix, shards, capacity });
  },
  nats: async ({ app, shards, capacity }) => {
    const { NatsEngine } = await import('./nats/nats-engine.ts');
    const { max_bytes: maxBytes, nats } = app.config.broadcast;
    return new NatsEngine({ ...nats, shards, capacity, maxBytes });
  },
} satisfies Record<string, BroadcastEngineFactory>;

/** The broadcasts of one application. The plugin opens and closes them. */
export class BroadcastRuntime {
  readonly #app: Application;
  readonly #hub: Hub;
  /** Passes the trace of a send to other processes; null if nothing is traced. */
  readonly #tracing: Tracing | null;
  readonly #report: SparseReport;
  readonly #engines = new Map<string, BroadcastEngineFactory>(Object.entries(builtIn));
  #made: EventLog | null = null;

  constructor(app: Application) {
    const { broadcast: config } = app.config;
    checkConfig(config);
    this.#app = app;
    this.#report = sparseReport((error) => app.report(error, { where: 'broadcast' }));
    const isShared = config.store !== 'memory';
    // In memory, streams get an event while it is sent.
    this.#tracing = isShared ? app.provided('tracing') : null;
    const delivering = this.#tracing === null ? tracedDelivery : deliveryWithin(this.#tracing);
    this.#hub = new Hub(isShared ? config.shards : 1, config.max_history, delivering);
  }

  /** Adds an engine; `E_BROADCAST_ENGINE_LATE` once the one of the application was made. */
  extend(name: string, factory: BroadcastEngineFactory): void {
    if (this.#made !== null) throw errors.E_BROADCAST_ENGINE_LATE({ name });
    if (name === 'memory' || this.#engines.has(name)) throw errors.E_BROADCAST_ENGINE_TAKEN({ name });
    this.#engines.set(name, factory);
  }

  /** Makes the log, so that a wrong store stops the boot. Warns about the store `memory` if the application most likely needs another. */
  check(): void {
    void this.#log;
    if (cluster.isWorker && this.#app.config.broadcast.store === 'memory')
      this.#app.report(errors.E_BROADCAST_PER_PROCESS(), { where: 'broadcast' });
  }

  /** Connects to the store. */
  open(): Promise<void> {
    return this.#log.start();
  }

  /** Counts of the broadcasts of this process. */
  get counts(): Counts {
    return this.#hub.counts;
  }

  /** Why events cannot be sent or read now; null if they can. */
  get fault(): Error | null {
    return this.#made?.fault ?? null;
  }

  async close(): Promise<void> {
    this.#hub.close();
    await this.#made?.close();
  }

  async send(channel: AnyChannel, event: string, data: unknown): Promise<void> {
    const json = this.#json(channel.name, event, data);
    await tracedSend(channel.pattern, event, () => {
      const traceparent = this.#tracing?.current()['traceparent'];
      const trace = traceparent === undefined ? {} : { trace: traceparent };
      return this.#log.add({ channel: channelKey(channel), event, data: json, ...trace });
    });
    this.#hub.counts.sent++;
  }

  /** Resolves when the sender of this request may listen to all of the channels and the log works; otherwise rejects. */
  async admit(ctx: Context, channels: readonly AnyChannel[]): Promise<void> {
    for (const channel of channels) await mayListen(this.#app, ctx, channel);
    await this.#log.open(this.#hub.feedsOf(channels.map(channelKey)).keys());
  }

  /** The events of channels after the one that a client received last. `cut` disconnects a client that reads too slowly. */
  subscribe(channels: readonly AnyChannel[], lastEventId: string, cut: () => void): Subscription {
    const { max_buffer: buffer, max_stall: stall } = this.#app.config.broadcast;
    const channel = channels.map(({ name }) => name).join(', ');
    const onSlow = (ended: boolean): void => {
      const consequence = ended ? 'Its stream was cut.' : 'It got the event "missed".';
      this.#report(errors.E_BROADCAST_SLOW({ channel, events: buffer, consequence }));
      if (ended) cut();
    };
    const keys = channels.map(channelKey);
    const subscription = this.#hub.subscribe(keys, lastEventId, { buffer, stall: stall * 1000, onSlow });
    // The shard may have become idle since `admit()`.
    void this.#log.open(this.#hub.feedsOf(keys).keys());
    return subscription;
  }

  #json(channel: string, event: string, data: unknown): string {
    const refuse = (reason: string, cause?: unknown): Error =>
      errors.E_BROADCAST_EVENT({ event: JSON.stringify(event), channel, reason }, { cause });
    if (typeof event !== 'string' || event === '' || /[\r\n\0]/.test(event)) throw refuse('its name is not one line');
    let json: string;
    try {
      json = JSON.stringify(data) ?? 'null';
    } catch (cause) {
      throw refuse(`its data cannot be JSON: ${reasonOf(cause)}`, cause);
    }
    const bytes = Buffer.byteLength(json);
    const limit = this.#app.config.broadcast.max_bytes;
    if (bytes > limit) throw errors.E_BROADCAST_SIZE({ event, channel, bytes, limit });
    return json;
  }

  /** The log. It is made at its first use, at the latest at the end of boot. Plugins register their engines before that. */
  get #log(): EventLog {
    return (this.#made ??= this.#make());
  }

  #make(): EventLog {
    const { store, shards, max_history: capacity } = this.#app.config.broadcast;
    const [feed] = this.#hub.feeds;
    if (store === 'memory' && feed !== undefined) return new MemoryLog(feed);
    const factory = this.#engines.get(store);
    const known = ['memory', ...this.#engines.keys()];
    if (factory === undefined)
      throw errors.E_BROADCAST_SETTING({
        setting: 'broadcast.store',
        value: inspect(store),
        expected: `one of ${known.join(', ')}, or the name of an engine that a plugin registers with facades.Broadcast().extend()`,
        hint: didYouMean(store, known),
      });
    const made = factory({ app: this.#app, shards, capacity });
    // The open of the application reports it.
    void Promise.resolve(made).catch(() => undefined);
    return new SharedLog({ engine: () => made, shards, capacity, report: this.#report });
  }
}

/** The broadcasts of an application. */
export const broadcastOf = perApp((app) => new BroadcastRuntime(app));
