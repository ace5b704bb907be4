import type { StreamInfo } from '@nats-io/jetstream';
import type { BroadcastEngine, EngineReader, LogEntry, LogPlace, LogTail, SentEvent } from '../engine.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { entryOf, payloadOf, placeOf } from './entries.ts';
import { Follower } from './follower.ts';
import { type Link, type LinkOptions, openLink, timeout } from './link.ts';

export interface NatsEngineOptions extends LinkOptions {
  /** The beginning of the names of all streams. */
  readonly prefix: string;
  readonly replicas: number;
  readonly shards: number;
  readonly capacity: number;
}

/**
 * Keeps the events of each shard in a stream of JetStream. One connection sends and reads. It does not connect again by itself: the next
 * call makes a new one, and so notices that entries may have been lost in between.
 */
export class NatsEngine implements BroadcastEngine {
  readonly name = 'NATS';
  readonly fault = null;
  readonly #options: NatsEngineOptions;
  #link: Promise<Link> | null = null;

  constructor(options: NatsEngineOptions) {
    this.#options = options;
  }

  async separate(): Promise<boolean> {
    return false;
  }

  async append(shard: number, events: readonly SentEvent[]): Promise<void> {
    await this.#work(async (link) => {
      await this.#stream(link, shard);
      // The messages of one connection keep their order.
      await Promise.all(
        events.map((event) => link.client.publish(this.#nameOf(shard), payloadOf(event), { timeout, retries: 0 })),
      );
    });
  }

  async connect(signal: AbortSignal): Promise<EngineReader> {
    await unlessAborted(
      this.#work(async () => undefined),
      signal,
    );
    return new NatsReader({
      work: (task) => this.#work(task),
      nameOf: (shard) => this.#nameOf(shard),
      stream: (link, shard) => this.#stream(link, shard),
    });
  }

  async close(): Promise<void> {
    const link = this.#link;
    this.#link = null;
    await (await link?.catch(() => null))?.connection.close();
  }

  #nameOf(shard: number): string {
    const { prefix, shards } = this.#options;
    return shards === 1 ? prefix : `${prefix}-${shards}-${shard}`;
  }

  /** Works over the connection. If that fails, the next work makes a new one. */
  async #work<Result>(task: (link: Link) => Promise<Result>): Promise<Result> {
    const link = (this.#link ??= openLink(this.#options));
    try {
      return await task(await link);
    } catch (error) {
      if (this.#link === link) await this.close();
      throw error;
    }
  }

  /** The stream of a shard. It is made if it does not exist, and keeps as many messages as the settings say. */
  #stream(link: Link, shard: number): Promise<StreamInfo> {
    const found = link.streams.get(shard) ?? this.#findStream(link, shard);
    link.streams.set(shard, found);
    return found;
  }

  async #findStream({ client, manager, package: jetstream }: Link, shard: number): Promise<StreamInfo> {
    const { capacity, replicas } = this.#options;
    const name = this.#nameOf(shard);
    const { JetStreamApiCodes, JetStreamApiError } = jetstream;
    const unless = (code: number) => (error: unknown) => {
      if (error instanceof JetStreamApiError && error.code === code) return null;
      throw error;
    };
    const known = await manager.streams.info(name).catch(unless(JetStreamApiCodes.StreamNotFound));
    const config = { name, subjects: [name], max_msgs: capacity, num_replicas: replicas };
    const stream = known ?? (await manager.streams.add(config));
    if (stream.config.max_msgs !== capacity) await manager.streams.update(name, { max_msgs: capacity });
    // The first message is none of an event: processes that knew an older log notice at once that this one does not follow it.
    if (stream.state.last_seq === 0)
      await client
        .publish(name, '', { timeout, retries: 0, expect: { lastSequence: 0 } })
        .catch(unless(JetStreamApiCodes.StreamWrongLastSequence));
    return stream;
  }
}

interface NatsReaderOptions {
  readonly work: <Result>(task: (link: Link) => Promise<Result>) => Promise<Result>;
  readonly nameOf: (shard: number) => string;
  readonly stream: (link: Link, shard: number) => Promise<StreamInfo>;
}

/** Follows the streams of several shards, each by a consumer. */
class NatsReader implements EngineReader {
  readonly #options: NatsReaderOptions;
  readonly #followers = new Map<number, Follower>();
  #wake: () => void = () => undefined;

  constructor(options: NatsReaderOptions) {
    this.#options = options;
  }

  async tail(shard: number, count: number): Promise<LogTail> {
    return this.#options.work(async (link) => {
      await this.#options.stream(link, shard);
      const { created, state } = await link.manager.streams.info(this.#options.nameOf(shard));
      const last = placeOf(created, state.last_seq);
      const first = Math.max(state.first_seq, state.last_seq - count + 1);
      const follower = await this.#follow(link, shard, first, created);
      const entries: LogEntry[] = [];
      const times: number[] = [];
      while ((entries.at(-1)?.position ?? first - 1) < state.last_seq) {
        const messages = follower.take(state.last_seq);
        if (messages.length === 0) await follower.arrival();
        for (const message of messages) {
          entries.push(entryOf(created, message));
          times.push(message.time.getTime());
        }
      }
      const before = (age: number) => {
        const index = times.findLastIndex((time) => time < follower.began - age);
        return entries[index]?.at ?? placeOf(created, Math.max(first - 1, 0)).at;
      };
      return { last, entries, before };
    });
  }

  async next(after: ReadonlyMap<number, LogPlace>, wait: number): Promise<ReadonlyMap<number, readonly LogEntry[]>> {
    return this.#options.work(async (link) => {
      this.#stop((shard) => !after.has(shard));
      for (const [shard, { position }] of after)
        if (this.#followers.get(shard)?.position !== position) {
          const { created } = await this.#options.stream(link, shard);
          await this.#follow(link, shard, position + 1, created);
        }
      const found = this.#take();
      if (found.size > 0) return found;
      await this.#arrival(wait);
      return this.#take();
    });
  }

  wake(): void {
    this.#wake();
  }

  close(): void {
    this.#stop(() => true);
    this.#wake();
  }

  #take(): Map<number, readonly LogEntry[]> {
    const found = new Map<number, readonly LogEntry[]>();
    for (const [shard, follower] of this.#followers) {
      const messages = follower.take();
      if (messages.length > 0)
        found.set(
          shard,
          messages.map((message) => entryOf(follower.created, message)),
        );
    }
    return found;
  }

  /** Resolves at the first message of any shard, after `wait`, or after `wake()`; rejects when a consumer ends. */
  async #arrival(wait: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const waited = new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, wait);
    });
    try {
      await Promise.race([waited, ...[...this.#followers.values()].map((follower) => follower.arrival())]);
    } finally {
      clearTimeout(timer);
    }
  }

  async #follow(link: Link, shard: number, from: number, created: string): Promise<Follower> {
    this.#stop((one) => one === shard);
    const follower = await Follower.start(link, this.#options.nameOf(shard), from, created);
    this.#followers.set(shard, follower);
    return follower;
  }

  #stop(which: (shard: number) => boolean): void {
    for (const [shard, follower] of this.#followers) {
      if (!which(shard)) continue;
      follower.stop();
      this.#followers.delete(shard);
    }
  }
}
