import { type EventId, isBefore, type LoggedEvent } from './logged-event.ts';

/** Some events after an id. */
export interface Replay {
  readonly events: readonly LoggedEvent[];
  /** Whether events are missing between the id and the first of these events. */
  readonly gap: boolean;
  /** The next replay begins after this id. */
  readonly reached: EventId;
  /** Whether the history has further events of these channels. */
  readonly more: boolean;
}

/** The last `capacity` events of a shard, in order. */
export class History {
  readonly #capacity: number;
  #events: LoggedEvent[] = [];
  /** The history contains every event after this id. */
  #floor: EventId;

  constructor(capacity: number, floor: EventId) {
    this.#capacity = capacity;
    this.#floor = floor;
  }

  /** Replaces the history by the events of a store. It contains every event after `floor`. */
  load(events: readonly LoggedEvent[], floor: EventId): void {
    this.#events = [...events];
    this.#floor = floor;
  }

  /** The id of the newest event; without events, the id after which the history begins. */
  get last(): EventId {
    return this.#events.at(-1) ?? this.#floor;
  }

  push(event: LoggedEvent): void {
    this.#events.push(event);
    // Removes many events at once, because removing one from the front moves all the others.
    if (this.#events.length < 2 * this.#capacity) return;
    const [gone] = this.#events.splice(0, this.#events.length - this.#capacity).slice(-1);
    if (gone !== undefined) this.#floor = gone;
  }

  /** The first `limit` events of these channels after `id`. */
  after(id: EventId, channels: ReadonlySet<string>, limit: number): Replay {
    const events: LoggedEvent[] = [];
    const gap = isBefore(id, this.#floor);
    for (let at = this.#indexAfter(id); at < this.#events.length; at++) {
      const event = this.#events[at];
      if (event === undefined || !channels.has(event.channel)) continue;
      if (events.length === limit) return { events, gap, reached: events.at(-1) ?? id, more: true };
      events.push(event);
    }
    return { events, gap, reached: this.last, more: false };
  }

  #indexAfter(id: EventId): number {
    let low = 0;
    let high = this.#events.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const event = this.#events[middle];
      if (event !== undefined && isBefore(id, event)) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
