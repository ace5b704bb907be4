import type { ServerSentEvent } from '@taproot/core/plugin';
import type { Counts } from './counts.ts';
import type { Feed, FeedListener, FeedPart } from './feed.ts';
import { beginning, idText, type LoggedEvent } from './logged-event.ts';

/** Tells a client that it has missed events which cannot be sent any more. */
const missed: ServerSentEvent = Object.freeze({ event: 'missed', data: null });

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Settings of one subscription. */
export interface SubscriptionOptions {
  readonly parts: readonly FeedPart[];
  readonly counts: Counts;
  /** Number of events that may wait to be read. More of them stay in the history. */
  readonly buffer: number;
  /** Milliseconds without a read after which a subscription with too many events is slow. */
  readonly stall: number;
  /** Called when the reader was slow: with true the subscription has ended, with false the history has lost events it wanted. */
  readonly onSlow: (ended: boolean) => void;
}

/** The events of channels, for one reader: a loop of `for await`, or a function. */
export interface ChannelEvents extends AsyncIterableIterator<ServerSentEvent> {
  /**
   * Calls `take` with each event as soon as it comes. While a promise that it returned is pending, further events wait. Resolves when the
   * events end. Rejects with an error of `take`, which also ends the events. For many readers this costs much less than a loop.
   */
  each(take: (event: ServerSentEvent) => Promise<unknown> | undefined): Promise<void>;
}

/**
 * The events for one reader. It hands on live events, of which a few may wait. If more come than the reader takes, or when it asks for past
 * ones, it pages: it reads on in the history, as fast as its reader reads.
 */
export class Subscription implements ChannelEvents, FeedListener {
  readonly #options: SubscriptionOptions;
  #waiting: ServerSentEvent[] = [];
  /** Tells a reader that waits that there is something to take. */
  #wake: (() => void) | null = null;
  #ended = false;
  #paging: boolean;
  /** Whether live events were more than the buffer holds. */
  #lagging = false;
  /** Whether the client needs an id before its first event: if it leaves before that, it comes back with it and misses nothing. */
  #greet: boolean;
  /** The time of the last read, or of the first event that has waited since. */
  #read = performance.now();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    options.counts.streams++;
    this.#greet = options.parts.some(({ position }) => position === null);
    for (const part of options.parts) {
      if (part.feed.loaded) part.position ??= part.feed.history.last;
      part.feed.join(this, part);
    }
    this.#paging = true;
  }

  /** Adds a live event, which is the last one in the history of its shard. */
  push(event: LoggedEvent, feed: Feed): void {
    if (this.#ended) return;
    if (this.#paging) {
      this.resume();
      this.#checkPace();
      return;
    }
    this.#queue(this.#withIds(event, feed));
    if (this.#waiting.length <= this.#options.buffer) return;
    for (const part of this.#options.parts) part.position = part.feed.history.last;
    this.#paging = true;
    this.#lagging = true;
    this.#checkPace();
  }

  /** Events were lost: tells the reader. */
  miss(): void {
    if (this.#ended || this.#waiting.at(-1) === missed) return;
    this.#queue(missed);
  }

  /** Reads on in the history, if the reader waits for that. */
  resume(): void {
    if (this.#wake === null || !this.#paging) return;
    this.#page();
    if (this.#waiting.length > 0) this.#rouse();
  }

  /** Ends the subscription and drops waiting events. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#options.counts.streams--;
    this.#waiting = [];
    this.#rouse();
    for (const { feed } of this.#options.parts) feed.leave(this);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  next(): Promise<IteratorResult<ServerSentEvent>> {
    return new Promise((resolve) => {
      const result = this.#take();
      if (result === null) this.#wake = () => resolve(this.#take() ?? done);
      else resolve(result);
    });
  }

  each(take: (event: ServerSentEvent) => Promise<unknown> | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => {
        this.end();
        reject(error);
      };
      const run = (): void => {
        try {
          for (let result = this.#take(); result !== null; result = this.#take()) {
            if (result.done === true) return resolve();
            const busy = take(result.value);
            if (busy !== undefined) return void busy.then(run, fail);
          }
          this.#wake = run;
        } catch (error) {
          fail(error as Error);
        }
      };
      run();
    });
  }

  async return(): Promise<IteratorResult<ServerSentEvent>> {
    this.end();
    return done;
  }

  /** The next event, or the end; null if the reader must wait. */
  #take(): IteratorResult<ServerSentEvent, undefined> | null {
    if (this.#ended) return done;
    if (this.#waiting.length === 0 && this.#paging) this.#page();
    const value = this.#waiting.shift();
    this.#read = performance.now();
    if (value === undefined) return null;
    const { counts } = this.#options;
    if (value === missed) counts.missed++;
    // A greeting has no event.
    else if (value.event !== undefined) counts.delivered++;
    return { done: false, value };
  }

  #rouse(): void {
    const wake = this.#wake;
    this.#wake = null;
    wake?.();
  }

  /** Fills the empty buffer from the history. */
  #page(): void {
    let complete = true;
    const { buffer, parts } = this.#options;
    const share = Math.ceil(buffer / parts.length);
    for (const part of parts) {
      const { feed, channels, position } = part;
      if (!feed.loaded || position === null) {
        complete = false;
        continue;
      }
      const { events, gap, reached, more } = feed.history.after(position, channels, share);
      if (gap && this.#waiting.at(-1) !== missed) this.#waiting.push(missed);
      if (gap && this.#lagging) this.#options.onSlow(false);
      for (const event of events) {
        part.position = event;
        this.#waiting.push(this.#withIds(event, feed));
      }
      part.position = reached;
      if (more) complete = false;
    }
    if (this.#greet && this.#waiting.length === 0 && complete) this.#waiting.push({ id: this.#ids() });
    this.#greet &&= this.#waiting.length === 0;
    this.#paging = !complete;
    if (complete) this.#lagging = false;
  }

  /** Ends the subscription of a client that does not read at all. */
  #checkPace(): void {
    if (this.#wake !== null || performance.now() - this.#read <= this.#options.stall) return;
    this.end();
    this.#options.onSlow(true);
  }

  /** The event with the ids of all shards, so that a client of several comes back to the right place in each. */
  #withIds(event: LoggedEvent, feed: Feed): ServerSentEvent {
    if (this.#options.parts.length === 1) return event;
    return { event: event.event, data: event.data, id: this.#ids(event, feed) };
  }

  #ids(event?: LoggedEvent, of?: Feed): string {
    const idOf = ({ feed, position }: FeedPart): string => {
      if (event !== undefined && feed === of) return event.id;
      const at = this.#paging ? position : feed.history.last;
      return feed.prefix + idText(at ?? beginning);
    };
    return this.#options.parts.map(idOf).join(',');
  }

  /** Keeps a value, and wakes a reader that waits. */
  #queue(value: ServerSentEvent): void {
    if (this.#waiting.length === 0) this.#read = performance.now();
    this.#waiting.push(value);
    this.#rouse();
  }
}
