import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type RedisConnection, type SparseReport, withDeadline } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import type { Feed } from './feed.ts';
import { loadScript, readStreams, wakeScript } from './log-entry.ts';
import type { LogHealth } from './log-health.ts';
import { beginning, type EventId, idText, readId } from './logged-event.ts';
import { ShardReader } from './shard-reader.ts';
import { readingClient, type StreamClient, streamClient, unlessAborted } from './stream-client.ts';

/** Milliseconds for which Redis waits for new events before it answers. ioredis would close a connection that is silent for longer. */
const block = 2000;
/** Milliseconds until a failed read is repeated. */
const retry = 250;
/** The most entries of one shard in one answer. */
const most = 500;
/** Seconds of silence after which a connection is given up. */
const patience = 5;
/** Seconds for which a new stream waits for past events. */
const openPatience = 1;

export interface LogReaderOptions {
  readonly connection: RedisConnection;
  /** The key of a shard's stream in Redis. */
  readonly keyOf: (shard: number) => string;
  /** The beginning of the key by which this process wakes its own reader; null if it reads one shard alone. */
  readonly wakeKey: string | null;
  /** Number of past events to load. */
  readonly capacity: number;
  readonly health: LogHealth;
  readonly report: SparseReport;
}

/** Reads the shards that have streams in this process over one connection. After an outage it continues where it stopped. */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #shards = new Map<Feed, ShardReader>();
  readonly #closing = new AbortController();
  readonly #wakeKey: string | null;
  #wakeId: EventId = beginning;
  #client: StreamClient | null = null;
  #running = false;
  /** Whether the first attempt to connect is still to come. */
  #untried = true;
  #blocked = false;
  #settle: () => void = () => undefined;
  /** Resolves when the first attempt to connect has ended. */
  readonly #attempted = new Promise<void>((resolve) => (this.#settle = resolve));

  constructor(options: LogReaderOptions) {
    this.#options = options;
    this.#wakeKey = options.wakeKey === null ? null : `${options.wakeKey}:${randomUUID()}`;
  }

  /** Connects once, so that a Redis that cannot be used is reported at the start. */
  async start(): Promise<void> {
    this.#keepReading();
    await withDeadline(this.#attempted, openPatience, () => new Error('late')).catch(() => undefined);
  }

  /** Resolves when past events of the shard are loaded, or the first attempt has failed. */
  async open(feed: Feed): Promise<void> {
    feed.use();
    let shard = this.#shards.get(feed);
    if (shard === undefined) {
      const { keyOf, capacity } = this.#options;
      shard = new ShardReader(feed, keyOf(feed.shard), capacity);
      this.#shards.set(feed, shard);
      if (this.#blocked) void this.#wake();
    }
    this.#keepReading();
    if (feed.loaded || this.#options.health.fails('read')) return;
    await withDeadline(shard.attempted, openPatience, () => new Error('late')).catch(() => undefined);
  }

  close(): void {
    this.#closing.abort();
    this.#client?.disconnect();
  }

  #keepReading(): void {
    if (this.#running || this.#closing.signal.aborted) return;
    this.#running = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#dropIdle();
      if (this.#shards.size === 0 && !this.#untried) break;
      if (!(await this.#attempt())) await pause(retry, undefined, { signal }).catch(() => undefined);
    }
    this.#disconnect();
    this.#running = false;
  }

  /** Reads once; false if that failed. */
  async #attempt(): Promise<boolean> {
    const { health, connection } = this.#options;
    try {
      const client = (this.#client ??= await readingClient(connection, this.#closing.signal));
      this.#untried = false;
      for (const shard of this.#shards.values()) if (shard.client !== client) await this.#begin(client, shard);
      health.worked('read');
      this.#settle();
      if (this.#shards.size > 0) await this.#follow(client);
      return true;
    } catch (error) {
      this.#disconnect();
      this.#settle();
      for (const shard of this.#shards.values()) shard.tried();
      if (!this.#closing.signal.aborted) health.failed('read', connection.fault ?? error);
      return false;
    }
  }

  /** Reads a shard for the first time, or looks whether its log is still the same one after a new connection. */
  async #begin(client: StreamClient, shard: ShardReader): Promise<void> {
    const reply = await this.#answer(client.call('EVAL', loadScript, 1, shard.key, shard.wanted), 0);
    shard.begin(client, reply);
    this.#report([shard]);
  }

  async #follow(client: StreamClient): Promise<void> {
    const shards = [...this.#shards.values()];
    const keys = shards.map(({ key }) => key);
    const ids = shards.map(({ after }) => idText(after));
    if (this.#wakeKey !== null) {
      keys.push(this.#wakeKey);
      ids.push(idText(this.#wakeId));
    }
    const count = Math.min(most, this.#options.capacity);
    this.#blocked = true;
    const reading = client.call('XREAD', 'BLOCK', block, 'COUNT', count, 'STREAMS', ...keys, ...ids);
    const reply = await this.#answer(reading, block / 1000).finally(() => (this.#blocked = false));
    for (const [name, entries] of readStreams(reply)) {
      // A prefix of the connection is part of the name in a reply, but not of the key in a command.
      if (this.#wakeKey !== null && name.endsWith(this.#wakeKey)) this.#wakeId = lastId(entries) ?? this.#wakeId;
      else shards.find(({ key }) => name.endsWith(key))?.take(entries);
    }
    this.#report(shards);
  }

  /** Reports the events that these shards have missed since the last report. */
  #report(shards: readonly ShardReader[]): void {
    const losses = shards.flatMap((shard) => shard.takeLoss() ?? []);
    const [first] = losses;
    if (first === undefined) return;
    const events = losses.reduce((sum, loss) => sum + loss.events, 0);
    const streams = losses.reduce((sum, loss) => sum + loss.streams, 0);
    const count = Number.isNaN(events)
      ? 'an unknown number of events'
      : `${events} ${events === 1 ? 'event' : 'events'}`;
    this.#options.report(errors.E_BROADCAST_MISSED({ count, reason: first.reason, streams }));
  }

  /** The answer of Redis; a frozen server gives none. */
  #answer(reply: Promise<unknown>, expected: number): Promise<unknown> {
    const limit = expected + patience;
    return withDeadline(unlessAborted(reply, this.#closing.signal), limit, () =>
      errors.E_BROADCAST_SILENT({ seconds: limit }),
    );
  }

  /** Ends the wait for events, because the reader does not wait for those of a new shard yet. */
  async #wake(): Promise<void> {
    if (this.#wakeKey === null) return;
    try {
      const shared = await streamClient(this.#options.connection);
      await shared.call('EVAL', wakeScript, 1, this.#wakeKey);
    } catch {
      // Without it the reader comes back after `block`.
    }
  }

  #dropIdle(): void {
    for (const [feed, shard] of this.#shards) {
      if (!feed.idle) continue;
      this.#shards.delete(feed);
      shard.tried();
      feed.unload();
    }
    // An outage that nobody waits for any more is none.
    if (this.#shards.size === 0 && !this.#untried) this.#options.health.worked('read');
  }

  #disconnect(): void {
    this.#client?.disconnect();
    this.#client = null;
  }
}

const lastId = (entries: unknown): EventId | null => {
  const last: unknown = Array.isArray(entries) ? entries.at(-1) : null;
  return Array.isArray(last) ? readId(String(last[0])) : null;
};
