import { History } from './history.ts';
import { beginning, type EventId, type LoggedEvent } from './logged-event.ts';
import type { Delivering } from './traced-events.ts';

/** Milliseconds for which a shard without a stream is still read: a client that reconnects finds its history in memory. */
const linger = 10_000;

/** The channels of one shard that a subscription listens to. */
export interface FeedPart {
  readonly feed: Feed;
  readonly channels: ReadonlySet<string>;
  /** The time of `performance.now()` at which the client came. */
  readonly since: number;
  /** While the subscription pages: the id after which it reads on. Null for a new client, until the shard is loaded. */
  position: EventId | null;
}

/** A subscription as its shards see it. */
export interface FeedListener {
  /** Adds a live event, which is the last one in the history of its shard. */
  push(event: LoggedEvent, feed: Feed): void;
  /** Events were lost: tells the reader. */
  miss(): void;
  /** Reads on in the history, if the reader waits for that. */
  resume(): void;
  /** Ends the subscription. */
  end(): void;
}

/** The past events of one shard in this process, and the streams that listen to its channels. */
export class Feed {
  readonly shard: number;
  /** The beginning of every id of this shard. */
  readonly prefix: string;
  readonly history: History;
  readonly #channels = new Map<string, Set<FeedListener>>();
  readonly #subscriptions = new Map<FeedListener, FeedPart>();
  readonly #delivering: Delivering;
  #loaded = false;
  #used = performance.now();

  constructor(shard: number, prefix: string, capacity: number, delivering: Delivering) {
    this.#delivering = delivering;
    this.shard = shard;
    this.prefix = prefix;
    this.history = new History(capacity, beginning);
  }

  /** Whether the history is complete. Streams wait until it is. */
  get loaded(): boolean {
    return this.#loaded;
  }

  /** Whether no stream has used this shard for a while. */
  get idle(): boolean {
    return this.#subscriptions.size === 0 && performance.now() - this.#used > linger;
  }

  /** A stream is about to join: keeps the shard from becoming idle before that. */
  use(): void {
    this.#used = performance.now();
  }

  /**
   * The store has given its events; it has every one after `floor`. `before` finds the id at the time that was `age` milliseconds ago, by
   * the clock of the store: streams that waited get the events since they opened.
   */
  load(events: readonly LoggedEvent[], floor: EventId, before: (age: number) => EventId): void {
    this.history.load(events, floor);
    this.#loaded = true;
    for (const [subscription, part] of this.#subscriptions) {
      part.position ??= before(performance.now() - part.since);
      subscription.resume();
    }
  }

  /** Forgets the events, because the store is not read any more. */
  unload(): void {
    this.#loaded = false;
    this.history.load([], beginning);
  }

  /** Stores an event, and passes it to the streams of its channel. */
  deliver(event: LoggedEvent): void {
    this.history.push(event);
    const subscriptions = this.#channels.get(event.channel);
    if (subscriptions === undefined) return;
    this.#delivering(event, subscriptions.size, () => {
      for (const subscription of subscriptions) subscription.push(event, this);
    });
  }

  /** The store has lost events up to `floor`, of unknown channels: every stream of the shard gets `missed`. Returns the number of streams. */
  lose(floor: EventId): number {
    this.history.load([], floor);
    for (const [subscription, part] of this.#subscriptions) {
      part.position = floor;
      subscription.miss();
    }
    return this.#subscriptions.size;
  }

  join(subscription: FeedListener, part: FeedPart): void {
    this.#subscriptions.set(subscription, part);
    for (const name of part.channels)
      this.#channels.set(name, (this.#channels.get(name) ?? new Set()).add(subscription));
  }

  leave(subscription: FeedListener): void {
    const part = this.#subscriptions.get(subscription);
    this.#subscriptions.delete(subscription);
    this.use();
    for (const name of part?.channels ?? []) {
      const all = this.#channels.get(name);
      all?.delete(subscription);
      if (all?.size === 0) this.#channels.delete(name);
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const subscription of this.#subscriptions.keys()) subscription.end();
  }
}
