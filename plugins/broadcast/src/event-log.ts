import type { NewEvent } from './logged-event.ts';

/** Orders events, and delivers them to every process that listens. */
export interface EventLog {
  /** Begins to take events in. Resolves when past ones are there, or a first attempt has failed. */
  open(): Promise<void>;
  /** Adds an event. Resolves when it is in the log, or kept in memory until Redis is back. */
  add(event: NewEvent): Promise<void>;
  /** Sends the events in memory, if that is possible now, and ends. */
  close(): Promise<void>;
}
