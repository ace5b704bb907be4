import type { ServerSentEvent } from '@taproot/core/plugin';

/** Settings of one subscription. */
export interface SubscriptionOptions {
  readonly channels: ReadonlySet<string>;
  /** Number of events that may wait to be read. */
  readonly buffer: number;
  /** Called when more than `buffer` events wait; the subscription has ended by then. */
  readonly onSlow: () => void;
  /** Called once, when the subscription ends. */
  readonly onEnd: (subscription: Subscription) => void;
}

const done: IteratorResult<ServerSentEvent> = { done: true, value: undefined };

/** The events for one reader. They wait in a bounded buffer until they are read. */
export class Subscription implements AsyncIterableIterator<ServerSentEvent> {
  readonly channels: ReadonlySet<string>;
  readonly #options: SubscriptionOptions;
  #waiting: ServerSentEvent[] = [];
  #wake: ((result: IteratorResult<ServerSentEvent>) => void) | null = null;
  #ended = false;

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    this.channels = options.channels;
  }

  /** Adds events that came before the live ones. They do not count as waiting: the history bounds them. */
  replay(events: readonly ServerSentEvent[]): void {
    for (const event of events) if (!this.#hand(event)) this.#waiting.push(event);
  }

  /** Adds a live event. */
  push(event: ServerSentEvent): void {
    if (this.#ended || this.#hand(event)) return;
    this.#waiting.push(event);
    if (this.#waiting.length <= this.#options.buffer) return;
    this.end();
    this.#options.onSlow();
  }

  /** Ends the subscription and drops waiting events. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#waiting = [];
    this.#wake?.(done);
    this.#wake = null;
    this.#options.onEnd(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<ServerSentEvent>> {
    const value = this.#waiting.shift();
    if (value !== undefined) return { done: false, value };
    if (this.#ended) return done;
    return new Promise((resolve) => (this.#wake = resolve));
  }

  async return(): Promise<IteratorResult<ServerSentEvent>> {
    this.end();
    return done;
  }

  /** Passes the value to a waiting reader; false if no reader waits. */
  #hand(value: ServerSentEvent): boolean {
    if (this.#wake === null) return false;
    this.#wake({ done: false, value });
    this.#wake = null;
    return true;
  }
}
