import { type EventId, idText, isBefore, type LoggedEvent } from './logged-event.ts';

/** The events after some id. */
export interface Replay {
  readonly events: readonly LoggedEvent[];
  /** Whether events are missing between the id and the first of these events. */
  readonly gap: boolean;
}

/** The last `capacity` events of all channels, in order. */
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
  get last(): string {
    return idText(this.#events.at(-1) ?? this.#floor);
  }

  push(event: LoggedEvent): void {
    this.#events.push(event);
    // Removes many events at once, because removing one from the front moves all the others.
    if (this.#events.length < 2 * this.#capacity) return;
    const [gone] = this.#events.splice(0, this.#events.length - this.#capacity).slice(-1);
    if (gone !== undefined) this.#floor = gone;
  }

  /** The events of these channels after `id`. */
  after(id: EventId, channels: ReadonlySet<string>): Replay {
    const events = this.#events.filter((event) => channels.has(event.channel) && isBefore(id, event));
    return { events, gap: isBefore(id, this.#floor) };
  }
}
