import { Counts } from './counts.ts';
import { Feed, type FeedPart } from './feed.ts';
import { beginning } from './logged-event.ts';
import { readPositions, shardOf, shardPrefix } from './shards.ts';
import { Subscription, type SubscriptionOptions } from './subscription.ts';
import type { Delivering } from './traced-events.ts';

/** The shards of this process, and the streams that listen to their channels. */
export class Hub {
  readonly feeds: readonly Feed[];
  readonly counts = new Counts();

  /** `capacity`: the number of past events of each shard. `delivering` runs each delivery. */
  constructor(shards: number, capacity: number, delivering: Delivering) {
    this.feeds = Array.from(
      { length: shards },
      (_, shard) => new Feed(shard, shardPrefix(shard, shards), capacity, delivering),
    );
  }

  /** The shards of these channels. */
  feedsOf(channels: Iterable<string>): ReadonlyMap<Feed, Set<string>> {
    const feeds = new Map<Feed, Set<string>>();
    for (const channel of channels) {
      const feed = this.feeds[shardOf(channel, this.feeds.length)];
      if (feed !== undefined) feeds.set(feed, (feeds.get(feed) ?? new Set()).add(channel));
    }
    return feeds;
  }

  /** Subscribes to new events of these channels, and to past events if the client has received one before. */
  subscribe(
    channels: readonly string[],
    lastEventId: string,
    options: Omit<SubscriptionOptions, 'parts' | 'counts'>,
  ): Subscription {
    const positions = readPositions(lastEventId, this.feeds.length);
    const since = performance.now();
    const parts = [...this.feedsOf(channels)].map(([feed, names]): FeedPart => {
      // Ids of another number of shards say nothing about these: the client must hear that it may have missed events.
      const position = positions?.size === 0 ? beginning : (positions?.get(feed.shard) ?? null);
      return { feed, channels: names, since, position };
    });
    return new Subscription({ ...options, parts, counts: this.counts });
  }

  /** Ends every subscription. */
  close(): void {
    for (const feed of this.feeds) feed.close();
  }
}
