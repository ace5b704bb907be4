import type { EventLog } from './event-log.ts';
import type { Hub } from './hub.ts';
import { type EventId, idText, type NewEvent } from './logged-event.ts';

/** The events of this process alone. */
export class MemoryLog implements EventLog {
  readonly #hub: Hub;
  #last: EventId;

  /** `first`: an id before that of every event. */
  constructor(hub: Hub, first: EventId) {
    this.#hub = hub;
    this.#last = first;
    hub.loaded();
  }

  async open(): Promise<void> {}

  async add(event: NewEvent): Promise<void> {
    const { ms, seq } = this.#last;
    const now = Date.now();
    // The clock may stand still or go back; ids must not.
    this.#last = now > ms ? { ms: now, seq: 0 } : { ms, seq: seq + 1 };
    this.#hub.deliver({ ...this.#last, ...event, id: idText(this.#last) });
  }

  async close(): Promise<void> {}
}
