import { setTimeout as pause } from 'node:timers/promises';
import type { RedisConnection } from '@taproot/core/plugin';
import type { History } from './history.ts';
import type { Hub } from './hub.ts';
import { type LogEntry, readEntries } from './log-entry.ts';
import type { LogHealth } from './log-health.ts';
import { type StreamClient, streamClient } from './stream-client.ts';

/** Milliseconds for which Redis waits for new events before it answers. ioredis would close a connection that is silent for longer. */
const block = 2000;
/** Milliseconds until a failed read is repeated. */
const retry = 250;
/** Entries of one answer. */
const count = 500;
/** The number of senders whose last event is remembered, to drop events that are sent twice. */
const senders = 1000;

export interface LogReaderOptions {
  readonly connection: RedisConnection;
  readonly key: string;
  readonly history: History;
  /** Number of past events to load. */
  readonly capacity: number;
  readonly hub: Hub;
  readonly health: LogHealth;
}

/** Reads the events of all processes from the log, each event once. After an outage it continues where it stopped. */
export class LogReader {
  readonly #options: LogReaderOptions;
  readonly #numbers = new Map<string, number>();
  readonly #closing = new AbortController();
  #client: StreamClient | null = null;
  #last: string | null = null;

  constructor(options: LogReaderOptions) {
    this.#options = options;
  }

  /** Resolves when past events are loaded, or the first attempt has failed. */
  async open(): Promise<void> {
    await this.#attempt();
    void this.#run();
  }

  close(): void {
    this.#closing.abort();
    this.#client?.disconnect();
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted)
      if (!(await this.#attempt())) await pause(retry, undefined, { signal }).catch(() => undefined);
  }

  /** Reads once; false if that failed. */
  async #attempt(): Promise<boolean> {
    const { health } = this.#options;
    try {
      const client = await this.#connected();
      if (this.#last === null) await this.#load(client);
      else await this.#follow(client, this.#last);
      health.worked();
      return true;
    } catch (error) {
      if (!this.#closing.signal.aborted) health.failed(this.#options.connection.fault ?? error);
      return false;
    }
  }

  /** A separate connection, because waiting for new events blocks it. */
  async #connected(): Promise<StreamClient> {
    if (this.#client !== null) return this.#client;
    const shared = await streamClient(this.#options.connection);
    this.#client = shared.duplicate({ commandTimeout: undefined, lazyConnect: true });
    // A failing attempt reports its error. Without this listener, ioredis would also write it to the console.
    this.#client.on('error', () => undefined);
    await this.#client.connect();
    return this.#client;
  }

  async #load(client: StreamClient): Promise<void> {
    const { key, history, hub, capacity } = this.#options;
    const reply = await client.call('XREVRANGE', key, '+', '-', 'COUNT', capacity);
    const entries = readEntries(reply).toReversed();
    const [oldest] = entries;
    // Fewer entries than requested means that no entry was ever removed.
    const floor = oldest !== undefined && entries.length >= capacity ? oldest : { ms: 0, seq: 0 };
    const last = entries.at(-1);
    history.load(
      entries.filter((entry) => this.#isNew(entry)),
      floor,
    );
    this.#last = last === undefined ? '0-0' : last.id;
    hub.loaded();
  }

  async #follow(client: StreamClient, last: string): Promise<void> {
    const { key, hub } = this.#options;
    const reply = await client.call('XREAD', 'BLOCK', block, 'COUNT', count, 'STREAMS', key, last);
    for (const entry of readEntries(entriesOf(reply))) {
      this.#last = entry.id;
      if (this.#isNew(entry)) hub.deliver(entry);
    }
  }

  /** Whether this is the first copy of an entry. A sender without an answer from Redis sends its events again. */
  #isNew({ sender, number }: LogEntry): boolean {
    if (number <= (this.#numbers.get(sender) ?? -1)) return false;
    // The first key belongs to the sender that was silent for longest.
    this.#numbers.delete(sender);
    this.#numbers.set(sender, number);
    const [first] = this.#numbers.keys();
    if (this.#numbers.size > senders && first !== undefined) this.#numbers.delete(first);
    return true;
  }
}

/** The entries of the one stream in a reply of XREAD: `[[key, entries]]` in RESP2, `[key, entries]` in RESP3. */
const entriesOf = (reply: unknown): unknown => {
  const [first, second]: unknown[] = Array.isArray(reply) ? reply : [];
  return Array.isArray(first) ? first[1] : second;
};
