import type { Feed } from './feed.ts';
import type { NewEvent } from './logged-event.ts';

/** Orders events, and delivers them to every process that listens. */
export interface EventLog {
  /** Connects. Resolves also if the first attempt has failed. */
  start(): Promise<void>;
  /** Reads these shards from now on. Resolves when their past events are loaded, or the first attempt has failed. */
  open(feeds: Iterable<Feed>): Promise<void>;
  /** Adds an event. Resolves when it is in the log, or kept in memory until the store is back. */
  add(event: NewEvent): Promise<void>;
  /** Why events cannot be sent or read now; null if they can. */
  readonly fault: Error | null;
  /** Sends the events that wait in memory, if the store can be reached, and ends. */
  close(): Promise<void>;
}
