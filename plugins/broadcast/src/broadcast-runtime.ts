import cluster from 'node:cluster';
import type { Gate } from '@taproot/auth';
import { type Application, type Context } from '@taproot/core';
import { isError, openRedis, perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import { type AnyChannel, channelKey } from './channel.ts';
import { checkConfig } from './config.ts';
import { errors } from './errors.ts';
import type { EventLog } from './event-log.ts';
import { History } from './history.ts';
import { Hub } from './hub.ts';
import { type EventId, idText, type NewEvent, readId } from './logged-event.ts';
import { RedisLog } from './redis-log.ts';
import type { Subscription } from './subscription.ts';

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
  if (!app.registry.facades.has('Gate')) throw errors.E_BROADCAST_ABILITY({ pattern, ability: ability.name });
  const gate: Gate = app.facades.Gate();
  await gate.withContext(ctx).authorize(ability.name, ability.params);
};

/** A log for the events of this process only. */
class MemoryLog implements EventLog {
  readonly #hub: Hub;
  #last: EventId;

  /** `first`: an id before the ids of all events. */
  constructor(hub: Hub, first: EventId) {
    this.#hub = hub;
    this.#last = first;
    hub.loaded();
  }

  async open(): Promise<void> {}

  async add(event: NewEvent): Promise<void> {
    const { ms, seq } = this.#last;
    const now = Date.now();
    // Ids must grow, even if the clock stands still or goes back.
    this.#last = now > ms ? { ms: now, seq: 0 } : { ms, seq: seq + 1 };
    this.#hub.deliver({ ...this.#last, ...event, id: idText(this.#last) });
  }

  async close(): Promise<void> {}
}

/** The broadcasts of one application. The plugin opens and closes them. */
export class BroadcastRuntime {
  readonly #app: Application;
  readonly #hub: Hub;
  readonly #log: EventLog;
  readonly #report: SparseReport;

  constructor(app: Application) {
    const { broadcast: config } = app.config;
    checkConfig(config);
    this.#app = app;
    this.#report = sparseReport((error) => app.report(error, { where: 'broadcast' }));
    // A client with an id from before this process may have missed events.
    const first = { ms: Date.now(), seq: 0 };
    const history = new History(config.max_history, first);
    this.#hub = new Hub(history);
    this.#log = config.store === 'redis' ? this.#redisLog(history) : new MemoryLog(this.#hub, first);
  }

  /** Warns about the store `memory` if the application most likely needs `redis`. */
  check(): void {
    if (cluster.isWorker && this.#app.config.broadcast.store === 'memory')
      this.#app.report(errors.E_BROADCAST_PER_PROCESS(), { where: 'broadcast' });
  }

  /** Connects to the store. */
  open(): Promise<void> {
    return this.#log.open();
  }

  async close(): Promise<void> {
    this.#hub.close();
    await this.#log.close();
  }

  async send(channel: AnyChannel, event: string, data: unknown): Promise<void> {
    const json = this.#json(channel.name, event, data);
    await this.#log.open();
    await this.#log.add({ channel: channelKey(channel), event, data: json });
  }

  /** Resolves when the sender of this request may listen to all of the channels and the log works; otherwise rejects. */
  async admit(ctx: Context, channels: readonly AnyChannel[]): Promise<void> {
    for (const channel of channels) await mayListen(this.#app, ctx, channel);
    await this.#log.open();
  }

  /** The events of channels after the one that a client received last. `cut` disconnects a client that reads too slowly. */
  subscribe(channels: readonly AnyChannel[], lastEventId: string, cut: () => void): Subscription {
    const { max_buffer: buffer } = this.#app.config.broadcast;
    const names = channels.map(({ name }) => name);
    const onSlow = (): void => {
      this.#report(errors.E_BROADCAST_SLOW({ channel: names.join(', '), events: buffer }));
      cut();
    };
    return this.#hub.subscribe(readId(lastEventId), { channels: new Set(channels.map(channelKey)), buffer, onSlow });
  }

  #json(channel: string, event: string, data: unknown): string {
    const refuse = (reason: string, cause?: unknown): Error =>
      errors.E_BROADCAST_EVENT({ event: JSON.stringify(event), channel, reason }, { cause });
    if (typeof event !== 'string' || event === '' || /[\r\n\0]/.test(event)) throw refuse('its name is not one line');
    let json: string;
    try {
      json = JSON.stringify(data) ?? 'null';
    } catch (cause) {
      throw refuse(`its data cannot be JSON: ${isError(cause) ? cause.message : String(cause)}`, cause);
    }
    const bytes = Buffer.byteLength(json);
    const limit = this.#app.config.broadcast.max_bytes;
    if (bytes > limit) throw errors.E_BROADCAST_SIZE({ event, channel, bytes, limit });
    return json;
  }

  #redisLog(history: History): RedisLog {
    const { redis, max_history: capacity } = this.#app.config.broadcast;
    const connection = openRedis(this.#app, 'broadcast.store', redis.connection);
    const key = `${redis.prefix}:events`;
    return new RedisLog({ connection, key, history, capacity, hub: this.#hub, report: this.#report });
  }
}

/** The broadcasts of an application. */
export const broadcastOf = perApp((app) => new BroadcastRuntime(app));
