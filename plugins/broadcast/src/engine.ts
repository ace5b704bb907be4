import type { Application } from '@taproot/core';
import type { EventId, NewEvent } from './logged-event.ts';

/** An event on its way into the log: its sender, and its number among the events of that sender for one shard. */
export interface SentEvent extends NewEvent {
  /** Identifies the process that sent the event. */
  readonly sender: string;
  /** Grows by one with each event of the sender. */
  readonly number: number;
}

/** A place in the log of a shard. */
export interface LogPlace {
  /** The id of the entry. Ids grow from entry to entry, in all logs that a shard ever has. */
  readonly at: EventId;
  /** Identifies the log. A log that was lost begins anew with another name. */
  readonly log: string;
  /** The number of the entry. The next entry has the next number, so a missing number is a missing entry. */
  readonly position: number;
}

/** An entry of a log. */
export interface LogEntry extends LogPlace {
  /** The event; null for an entry that only marks a place, for example the beginning of the log. */
  readonly sent: SentEvent | null;
}

/** The end of a log. */
export interface LogTail {
  /** The place of the last entry. */
  readonly last: LogPlace;
  /** The newest entries that the log keeps, in order, up to `last`. */
  readonly entries: readonly LogEntry[];
  /** The id after which come the entries of the last `age` milliseconds, by the clock of the server. */
  readonly before: (age: number) => EventId;
}

/** A connection on which one process waits for entries. It need not connect again: every method rejects when it fails. */
export interface EngineReader {
  /** The end of a shard's log, with up to `count` entries. Begins the log if there is none. */
  tail(shard: number, count: number): Promise<LogTail>;
  /**
   * The entries that follow these places, by shard, in order. Resolves when there are some; without entries after `wait` milliseconds, or
   * after `wake()`. Entries that the log no longer has are left out: the caller notices from the positions.
   */
  next(after: ReadonlyMap<number, LogPlace>, wait: number): Promise<ReadonlyMap<number, readonly LogEntry[]>>;
  /** Ends the wait of `next()`, because the caller wants to wait for further shards. Never throws. */
  wake(): void;
  /** Ends the connection at once. A waiting `next()` may stay unsettled. */
  close(): void;
}

/**
 * A server that keeps the events of all processes: an ordered log for each shard. Taproot adds everything else: it holds events during an
 * outage, drops repetitions, notices gaps, and sends events to streams. `broadcastConformance()` of `@taproot/broadcast/testing` checks an
 * engine.
 */
export interface BroadcastEngine {
  /** The name of the server in messages: `Redis`. */
  readonly name: string;
  /** Why the server cannot be reached, if the engine knows better than the error of the last call; otherwise null. */
  readonly fault: Error | null;
  /** Whether each shard has a connection of its own and fails alone, as in a cluster of servers. */
  separate(): Promise<boolean>;
  /** Adds events to the log of a shard, in order: all of them, or the first ones. Resolves when the log has them. */
  append(shard: number, events: readonly SentEvent[]): Promise<void>;
  /** Connects a reader. `signal` is aborted when the application closes. */
  connect(signal: AbortSignal): Promise<EngineReader>;
  /** Ends all connections of the engine. */
  close(): Promise<void>;
}

/** Makes an engine for the application that names it in `broadcast.store`. */
export type BroadcastEngineFactory = (parts: {
  /** The application, with its configuration. */
  readonly app: Application;
  /** The number of shards, from 0 on: `broadcast.shards`. */
  readonly shards: number;
  /** The number of entries that the log of each shard keeps at least: `broadcast.max_history`. */
  readonly capacity: number;
}) => BroadcastEngine | Promise<BroadcastEngine>;
