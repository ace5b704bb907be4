import type { Place } from '../errors/frames.ts';

/** One attempt of work that a queue does. */
export interface QueuedRun {
  /** The id of the job; the same for all of its attempts. */
  readonly id: string;
  /** The number of this attempt, from 1 on. */
  readonly attempt: number;
  /** Aborts when the time of the attempt is over, and when the worker stops. */
  readonly signal: AbortSignal;
  /** An error that ends the attempts when the work throws it. */
  permanent(cause: Error): Error;
}

/** A kind of work that a plugin leaves to the queue. */
export interface QueuedWork {
  /** The name under which it waits: `mail.send`. */
  readonly name: string;
  /** Rules of validation for its payload. */
  readonly payload: Readonly<Record<string, string>>;
  /** How often it is tried; the setting of the queue if left out. */
  readonly attempts?: number;
  /** Seconds before the next attempt: doubled for each further one, or a list that names each; the setting of the queue if left out. */
  readonly backoff?: number | readonly number[];
  /** Seconds that an attempt may take; the setting of the queue if left out. */
  readonly timeout?: number;
  /** A key: while a job with the same one waits or runs, no other is added. Null for a payload without one; none by default. */
  readonly unique?: (payload: Readonly<Record<string, unknown>>) => string | null;
  /** Does the work. It may run more than once. */
  readonly handle: (payload: Readonly<Record<string, unknown>>, run: QueuedRun) => unknown;
}

/** How work is dispatched. */
export interface QueuedOptions {
  /** Seconds until it may begin; 0 by default. */
  readonly delay?: number;
  /** The queue it waits in; that of its declaration, or the default one. */
  readonly queue?: string;
  /** The transaction that it becomes a part of; by default the one at hand. */
  readonly transaction?: object | null;
}

/** The queue of an application, for plugins that leave work to it. A queue plugin provides it. */
export interface JobQueue {
  /** Whether jobs run at once, in `dispatch()`, as in tests. */
  readonly isImmediate: boolean;
  /** Whether workers know a job of this name. */
  has(name: string): boolean;
  /** Adds a kind of work. Call it in `apply()`, because workers know only what is defined at boot. */
  define(work: QueuedWork): void;
  /**
   * Dispatches a job by its name. It is never done after a rollback of its transaction. Resolves to its id, or to null if it waits already.
   */
  dispatch(name: string, payload: Readonly<Record<string, unknown>>, options?: QueuedOptions): Promise<string | null>;
}

/** Runs console commands from code. A console provides it. */
export interface CommandRunner {
  /** Runs a command line, such as `cache:clear`. Resolves to its exit code and to what it wrote. */
  call(command: string): Promise<{ readonly code: number; readonly output: string }>;
}

/** The schedule of an application, for plugins that run it beside their own work. A schedule plugin provides it. */
export interface Scheduler {
  /** Runs the schedule until the signal aborts, then waits for running work. Never rejects. */
  work(options: { readonly signal: AbortSignal }): Promise<void>;
}

/** A kind of webhook that the application sends. */
export interface DeclaredWebhook {
  /** The type that receivers see: `order.paid`. */
  readonly type: string;
  /** The line that declares it. Its value has the type of the payload as the optional member `~payload`. */
  readonly place: Place;
}
