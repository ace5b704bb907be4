import type { ServerSentEvent } from '@taproot/core/plugin';
import type { History } from './history.ts';
import type { EventId, LoggedEvent } from './logged-event.ts';
import { Subscription, type SubscriptionOptions } from './subscription.ts';

/** Tells a client that it has missed events which cannot be sent any more. */
const missed: ServerSentEvent = Object.freeze({ event: 'missed', data: null });

/** The subscriptions of this process, and the past events for clients that reconnect. */
export class Hub {
  readonly #history: History;
  readonly #channels = new Map<string, Set<Subscription>>();
  /** Subscriptions from before the history was loaded, with the id after which they want events. */
  #early: Map<Subscription, EventId> | null = new Map();

  constructor(history: History) {
    this.#history = history;
  }

  /** The history is complete: subscriptions that waited for it get their events. */
  loaded(): void {
    const early = this.#early ?? new Map<Subscription, EventId>();
    this.#early = null;
    for (const [subscription, after] of early) this.#replay(subscription, after);
  }

  /** Subscribes to new events of these channels, and to past events after `after` if it is given. */
  subscribe(after: EventId | null, options: Omit<SubscriptionOptions, 'onEnd'>): Subscription {
    const subscription = new Subscription({ ...options, onEnd: this.#leave });
    if (this.#early !== null) this.#early.set(subscription, after ?? { ms: Date.now() - 1, seq: 0 });
    else if (after !== null) this.#replay(subscription, after);
    // If the client leaves before the first event, it comes back with this id and misses nothing.
    else subscription.replay([{ id: this.#history.last }]);
    for (const name of options.channels) {
      const all = this.#channels.get(name) ?? new Set();
      this.#channels.set(name, all.add(subscription));
    }
    return subscription;
  }

  /** Stores an event, and passes it to all subscriptions. */
  deliver(event: LoggedEvent): void {
    this.#history.push(event);
    for (const subscription of this.#channels.get(event.channel) ?? []) subscription.push(event);
  }

  /** Ends every subscription. */
  close(): void {
    for (const all of this.#channels.values()) for (const subscription of all) subscription.end();
  }

  #replay(subscription: Subscription, after: EventId): void {
    const { events, gap } = this.#history.after(after, subscription.channels);
    subscription.replay(gap ? [missed, ...events] : events);
  }

  readonly #leave = (subscription: Subscription): void => {
    this.#early?.delete(subscription);
    for (const name of subscription.channels) {
      const all = this.#channels.get(name);
      all?.delete(subscription);
      if (all?.size === 0) this.#channels.delete(name);
    }
  };
}
