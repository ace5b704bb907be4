import { randomUUID } from 'node:crypto';
import type { RedisConnection } from '@taproot/core/plugin';
import type { BroadcastEngine, EngineReader, LogEntry, LogPlace, LogTail, SentEvent } from '../engine.ts';
import { beginning, type EventId, idText, readId } from '../logged-event.ts';
import { addScript, fieldsOf, loadScript, readEntries, readStreams, wakeScript } from './entries.ts';
import { readingClient, type StreamClient, streamClient } from './stream-client.ts';

/** The most entries of one shard in one answer. */
const most = 500;

export interface RedisEngineOptions {
  readonly connection: RedisConnection;
  /** The beginning of every key. */
  readonly prefix: string;
  readonly shards: number;
  readonly capacity: number;
}

/** Keeps the events of each shard in a stream of Redis, which gives them their ids. */
export class RedisEngine implements BroadcastEngine {
  readonly name = 'Redis';
  readonly #options: RedisEngineOptions;

  constructor(options: RedisEngineOptions) {
    this.#options = options;
  }

  get fault(): Error | null {
    return this.#options.connection.fault;
  }

  /** A cluster reads each shard by itself, because one command reads keys of one slot only. */
  async separate(): Promise<boolean> {
    // A client that cannot be used fails again, and is reported, when a reader connects.
    const client = await streamClient(this.#options.connection).catch(() => null);
    return client?.isCluster === true;
  }

  async append(shard: number, events: readonly SentEvent[]): Promise<void> {
    const { connection, capacity } = this.#options;
    const client = await streamClient(connection);
    await client.call('EVAL', addScript, 1, this.#keyOf(shard), capacity, ...events.flatMap(fieldsOf));
  }

  async connect(signal: AbortSignal): Promise<EngineReader> {
    const { connection, prefix, shards, capacity } = this.#options;
    const client = await readingClient(connection, signal);
    const wakeKey = shards > 1 && client.isCluster !== true ? `${prefix}:wake:${randomUUID()}` : null;
    return new RedisReader({ client, connection, keyOf: this.#keyOf, count: Math.min(most, capacity), wakeKey });
  }

  /** The connection is closed by the plugin that provides it. */
  async close(): Promise<void> {}

  readonly #keyOf = (shard: number): string => {
    const { prefix, shards } = this.#options;
    return shards === 1 ? `${prefix}:events` : `${prefix}:events:${shards}:${shard}`;
  };
}

interface RedisReaderOptions {
  readonly client: StreamClient;
  /** The shared connection, over which a waiting reader is woken. */
  readonly connection: RedisConnection;
  readonly keyOf: (shard: number) => string;
  readonly count: number;
  /** The key of a stream by which this process wakes its own reader; null if it reads one shard alone. */
  readonly wakeKey: string | null;
}

/** Waits for the entries of several streams with one command. */
class RedisReader implements EngineReader {
  readonly #options: RedisReaderOptions;
  #wakeId: EventId = beginning;

  constructor(options: RedisReaderOptions) {
    this.#options = options;
  }

  async tail(shard: number, count: number): Promise<LogTail> {
    const { client, keyOf } = this.#options;
    const key = keyOf(shard);
    const reply = await client.call('EVAL', loadScript, 1, key, Math.max(count, 1));
    const [time, newest]: unknown[] = Array.isArray(reply) ? reply : [];
    const entries = readEntries(newest).toReversed();
    const last = entries.at(-1);
    // The script has begun a log if there was none.
    if (last === undefined) throw new Error(`${key} holds entries of another program`);
    const now = millisecondsOf(time);
    return { last, entries, before: (age) => ({ ms: Math.floor(now - age) - 1, seq: 0 }) };
  }

  async next(after: ReadonlyMap<number, LogPlace>, wait: number): Promise<ReadonlyMap<number, readonly LogEntry[]>> {
    const { client, keyOf, count, wakeKey } = this.#options;
    const shards = [...after.keys()];
    const keys = shards.map(keyOf);
    const ids = [...after.values()].map(({ at }) => idText(at));
    if (wakeKey !== null) {
      keys.push(wakeKey);
      ids.push(idText(this.#wakeId));
    }
    const reply = await client.call('XREAD', 'BLOCK', wait, 'COUNT', count, 'STREAMS', ...keys, ...ids);
    const found = new Map<number, LogEntry[]>();
    for (const [name, entries] of readStreams(reply)) {
      // A prefix of the connection is part of the name in a reply, but not of the key in a command.
      const index = keys.findIndex((key) => name.endsWith(key));
      const shard = shards[index];
      if (shard !== undefined) found.set(shard, readEntries(entries));
      else this.#wakeId = lastId(entries) ?? this.#wakeId;
    }
    return found;
  }

  wake(): void {
    const { connection, wakeKey } = this.#options;
    if (wakeKey === null) return;
    // Without it the reader comes back at the end of its wait.
    void streamClient(connection)
      .then((shared) => shared.call('EVAL', wakeScript, 1, wakeKey))
      .catch(() => undefined);
  }

  close(): void {
    this.#options.client.disconnect();
  }
}

const lastId = (entries: unknown): EventId | null => {
  const last: unknown = Array.isArray(entries) ? entries.at(-1) : null;
  return Array.isArray(last) ? readId(String(last[0])) : null;
};

/** The milliseconds of a reply of TIME: seconds and microseconds. */
const millisecondsOf = (time: unknown): number => {
  const [seconds, micros]: unknown[] = Array.isArray(time) ? time : [];
  return Number(seconds) * 1000 + Number(micros) / 1000;
};
