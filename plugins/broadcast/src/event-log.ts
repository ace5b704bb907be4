import type { NewEvent } from './logged-event.ts';

/** Gives events their order, and takes them to every process that listens. */
export interface EventLog {
  /** Begins to take events in. Resolves when past ones are there, or a first attempt has failed. */
  open(): Promise<void>;
  /** Adds an event. Resolves when it is in the log, or held until it can be. */
  add(event: NewEvent): Promise<void>;
  /** Adds what is held, if that is possible now, and ends. */
  close(): Promise<void>;
}
