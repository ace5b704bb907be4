import { setTimeout as pause } from 'node:timers/promises';
import { type SparseReport, withDeadline } from '@taproot/core/plugin';
import type { BroadcastEngine, EngineReader } from './engine.ts';
import { errors } from './errors.ts';
import type { Feed } from './feed.ts';
import type { LogHealth } from './log-health.ts';
import { ShardReader } from './shard-reader.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Milliseconds for which the server waits for new events before it answers. ioredis would close a connection that is silent for longer. */
const block = 2000;
/** Milliseconds until a failed read is repeated. */
const retry = 250;
/** Seconds of silence after which a connection is given up. */
const patience = 5;
/** Seconds for which a new stream waits for past events. */
const openPatience = 1;

export interface LogReaderOptions {
  readonly engine: BroadcastEngine;
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
  #reader: EngineReader | null = null;
  #running = false;
  /** Whether the first attempt to connect is still to come. */
  #untried = true;
  #blocked = false;
  #settle: () => void = () => undefined;
  /** Resolves when the first attempt to connect has ended. */
  readonly #attempted = new Promise<void>((resolve) => (this.#settle = resolve));

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /** Connects once, so that a server that cannot be used is reported at the start. */
  async start(): Promise<void> {
    this.#keepReading();
    await withDeadline(this.#attempted, openPatience, () => new Error('late')).catch(() => undefined);
  }

  /** Resolves when past events of the shard are loaded, or the first attempt has failed. */
  async open(feed: Feed): Promise<void> {
    feed.use();
    let shard = this.#shards.get(feed);
    if (shard === undefined) {
      const { engine, capacity } = this.#options;
      shard = new ShardReader(feed, engine.name, capacity);
      this.#shards.set(feed, shard);
      // The reader does not wait for events of the new shard yet.
      if (this.#blocked) this.#reader?.wake();
    }
    this.#keepReading();
    if (feed.loaded || this.#options.health.fails('read')) return;
    await withDeadline(shard.attempted, openPatience, () => new Error('late')).catch(() => undefined);
  }

  close(): void {
    this.#closing.abort();
    this.#disconnect();
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
    const { health, engine } = this.#options;
    try {
      const reader = (this.#reader ??= await engine.connect(this.#closing.signal));
      this.#untried = false;
      for (const shard of this.#shards.values()) if (shard.reader !== reader) await this.#begin(reader, shard);
      health.worked('read');
      this.#settle();
      if (this.#shards.size > 0) await this.#follow(reader);
      return true;
    } catch (error) {
      this.#disconnect();
      this.#settle();
      for (const shard of this.#shards.values()) shard.tried();
      if (!this.#closing.signal.aborted) health.failed('read', engine.fault ?? error);
      return false;
    }
  }

  /** Reads a shard for the first time, or looks whether its log is still the same one after a new connection. */
  async #begin(reader: EngineReader, shard: ShardReader): Promise<void> {
    shard.begin(reader, await this.#answer(reader.tail(shard.shard, shard.wanted), 0));
    this.#report([shard]);
  }

  async #follow(reader: EngineReader): Promise<void> {
    const shards = [...this.#shards.values()];
    const after = new Map(shards.map((shard) => [shard.shard, shard.after]));
    this.#blocked = true;
    const reading = reader.next(after, block);
    const found = await this.#answer(reading, block / 1000).finally(() => (this.#blocked = false));
    for (const shard of shards) shard.take(found.get(shard.shard) ?? []);
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

  /** The answer of the server; a frozen one gives none. */
  #answer<Reply>(reply: Promise<Reply>, expected: number): Promise<Reply> {
    const seconds = expected + patience;
    return withDeadline(unlessAborted(reply, this.#closing.signal), seconds, () =>
      errors.E_BROADCAST_SILENT({ server: this.#options.engine.name, seconds }),
    );
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
    this.#reader?.close();
    this.#reader = null;
  }
}
