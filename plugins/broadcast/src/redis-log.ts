import type { RedisConnection, SparseReport } from '@taproot/core/plugin';
import type { EventLog } from './event-log.ts';
import type { Feed } from './feed.ts';
import { LogHealth } from './log-health.ts';
import { LogReader } from './log-reader.ts';
import type { NewEvent } from './logged-event.ts';
import { Outbox } from './outbox.ts';
import { shardOf } from './shards.ts';
import { streamClient } from './stream-client.ts';

export interface RedisLogOptions {
  readonly connection: RedisConnection;
  /** The beginning of every key. */
  readonly prefix: string;
  readonly shards: number;
  readonly capacity: number;
  readonly report: SparseReport;
}

/** The shards that one server of Redis holds: they are read over one connection, and fail together. */
interface Lane {
  readonly health: LogHealth;
  readonly reader: LogReader;
}

/**
 * The events of all processes in streams of Redis, one for each shard, which give them their ids. They keep `capacity` events for
 * clients that reconnect.
 */
export class RedisLog implements EventLog {
  readonly #options: RedisLogOptions;
  readonly #outboxes = new Map<number, Outbox>();
  #lanes: readonly Lane[] = [];
  #prepared: Promise<readonly Lane[]> | null = null;

  constructor(options: RedisLogOptions) {
    this.#options = options;
  }

  get fault(): Error | null {
    return this.#lanes.find(({ health }) => health.fault !== null)?.health.fault ?? null;
  }

  async start(): Promise<void> {
    const [lane] = await this.#prepare();
    await lane?.reader.start();
  }

  async open(feeds: Iterable<Feed>): Promise<void> {
    const lanes = await this.#prepare();
    await Promise.all([...feeds].map((feed) => laneOf(lanes, feed.shard).reader.open(feed)));
  }

  async add(event: NewEvent): Promise<void> {
    const lanes = await this.#prepare();
    const { shards } = this.#options;
    const shard = shardOf(event.channel, shards);
    let outbox = this.#outboxes.get(shard);
    if (outbox === undefined) {
      const { health } = laneOf(lanes, shard);
      outbox = new Outbox({ ...this.#options, key: this.#keyOf(shard), health });
      this.#outboxes.set(shard, outbox);
    }
    await outbox.add(event);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#outboxes.values()].map((outbox) => outbox.close()));
    for (const { reader } of this.#lanes) reader.close();
  }

  readonly #keyOf = (shard: number): string => {
    const { prefix, shards } = this.#options;
    return shards === 1 ? `${prefix}:events` : `${prefix}:events:${shards}:${shard}`;
  };

  #prepare(): Promise<readonly Lane[]> {
    return (this.#prepared ??= this.#makeLanes());
  }

  /** A cluster reads each shard by itself, because one command reads keys of one slot only. */
  async #makeLanes(): Promise<readonly Lane[]> {
    const { connection, prefix, shards, report } = this.#options;
    // A client that cannot be used fails again, and is reported, when the lane connects.
    const client = await streamClient(connection).catch(() => null);
    const many = client?.isCluster === true && shards > 1;
    const wakeKey = shards > 1 && !many ? `${prefix}:wake` : null;
    this.#lanes = Array.from({ length: many ? shards : 1 }, (_, shard) => {
      const health = new LogHealth(report, many ? ` (shard ${shard} of ${shards})` : '');
      const reader = new LogReader({ ...this.#options, keyOf: this.#keyOf, wakeKey, health });
      return { health, reader };
    });
    return this.#lanes;
  }
}

/** There is one lane for each shard, or one for all. */
const laneOf = (lanes: readonly Lane[], shard: number): Lane => {
  const lane = lanes[lanes.length === 1 ? 0 : shard];
  if (lane === undefined) throw new RangeError(`no shard ${shard}`);
  return lane;
};
