import { type EventId, idText, isBefore, type LoggedEvent } from './logged-event.ts';

/** The events after some id. */
export interface Replay {
  readonly events: readonly LoggedEvent[];
  /** Whether events of some channel are missing between the id and these. */
  readonly gap: boolean;
}

/** The last events of all channels, in their order: as many as `capacity`. */
export class History {
  readonly #capacity: number;
  #events: LoggedEvent[] = [];
  /** Every event after this one is here. */
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

  /** The id of the newest event, or of what came before the first. */
  get last(): string {
    return idText(this.#events.at(-1) ?? this.#floor);
  }

  push(event: LoggedEvent): void {
    this.#events.push(event);
    // Removed in large pieces: taking one off the front moves all the others.
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
