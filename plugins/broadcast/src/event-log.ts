import type { NewEvent } from './logged-event.ts';

/** Orders events, and delivers them to every process that listens. */
export interface EventLog {
  /** Begins to receive events. Resolves when past events are loaded, or the first attempt has failed. */
  open(): Promise<void>;
  /** Adds an event. Resolves when it is in the log, or kept in memory until Redis is back. */
  add(event: NewEvent): Promise<void>;
  /** Sends the events that wait in memory, if Redis can be reached, and ends. */
  close(): Promise<void>;
}
