import type { SparseReport } from '@taproot/core/plugin';
import type { BroadcastEngine } from './engine.ts';
import type { EventLog } from './event-log.ts';
import type { Feed } from './feed.ts';
import { LogHealth } from './log-health.ts';
import { LogReader } from './log-reader.ts';
import type { NewEvent } from './logged-event.ts';
import { Outbox } from './outbox.ts';
import { shardOf } from './shards.ts';

export interface SharedLogOptions {
  /** Makes the engine. Called once. */
  readonly engine: () => BroadcastEngine | Promise<BroadcastEngine>;
  readonly shards: number;
  readonly capacity: number;
  readonly report: SparseReport;
}

/** The shards that are read over one connection, and fail together. */
interface Lane {
  readonly health: LogHealth;
  readonly reader: LogReader;
}

interface Prepared {
  readonly engine: BroadcastEngine;
  readonly lanes: readonly Lane[];
}

/** The events of all processes, in the logs that an engine keeps: one for each shard. */
export class SharedLog implements EventLog {
  readonly #options: SharedLogOptions;
  readonly #outboxes = new Map<number, Outbox>();
  #lanes: readonly Lane[] = [];
  #prepared: Promise<Prepared> | null = null;

  constructor(options: SharedLogOptions) {
    this.#options = options;
  }

  get fault(): Error | null {
    return this.#lanes.find(({ health }) => health.fault !== null)?.health.fault ?? null;
  }

  async start(): Promise<void> {
    const { lanes } = await this.#prepare();
    await lanes[0]?.reader.start();
  }

  async open(feeds: Iterable<Feed>): Promise<void> {
    const { lanes } = await this.#prepare();
    await Promise.all([...feeds].map((feed) => laneOf(lanes, feed.shard).reader.open(feed)));
  }

  async add(event: NewEvent): Promise<void> {
    const { engine, lanes } = await this.#prepare();
    const { shards, capacity, report } = this.#options;
    const shard = shardOf(event.channel, shards);
    let outbox = this.#outboxes.get(shard);
    if (outbox === undefined) {
      const { health } = laneOf(lanes, shard);
      outbox = new Outbox({ engine, shard, capacity, health, report });
      this.#outboxes.set(shard, outbox);
    }
    await outbox.add(event);
  }

  async close(): Promise<void> {
    await Promise.all([...this.#outboxes.values()].map((outbox) => outbox.close()));
    for (const { reader } of this.#lanes) reader.close();
    // An engine that could not be made was reported by the call that needed it.
    const prepared = await this.#prepared?.catch(() => null);
    await prepared?.engine.close();
  }

  #prepare(): Promise<Prepared> {
    return (this.#prepared ??= this.#make());
  }

  async #make(): Promise<Prepared> {
    const { shards, capacity, report } = this.#options;
    const engine = await this.#options.engine();
    const many = shards > 1 && (await engine.separate());
    this.#lanes = Array.from({ length: many ? shards : 1 }, (_, shard) => {
      const health = new LogHealth(report, engine.name, many ? ` (shard ${shard} of ${shards})` : '');
      return { health, reader: new LogReader({ engine, capacity, health, report }) };
    });
    return { engine, lanes: this.#lanes };
  }
}

/** There is one lane for each shard, or one for all. */
const laneOf = (lanes: readonly Lane[], shard: number): Lane => {
  const lane = lanes[lanes.length === 1 ? 0 : shard];
  if (lane === undefined) throw new RangeError(`no shard ${shard}`);
  return lane;
};
