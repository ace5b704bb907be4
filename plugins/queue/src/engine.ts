import type { Application } from '@taproot/core';
import type { Origin } from '@taproot/core/plugin';

/** Where a job comes from: the request, trace, locale and user of its dispatcher. A job passes it on to the jobs that it dispatches. */
export interface JobOrigin extends Origin {
  /** The locale of the request, as a BCP 47 tag; null for that of the application. */
  readonly locale: string | null;
  /** The id of the user; null for none. */
  readonly user: string | null;
  /** The id of the chain or batch to which the job belongs. The jobs that it dispatches do not belong to it. */
  readonly batch?: string;
}

/** The origin of a job of which nothing is known. */
export const nowhere: JobOrigin = Object.freeze({ requestId: '', trace: {}, locale: null, user: null });

/** A job as an engine gets it. */
export interface NewJob {
  /** A UUID of version 7, made by the dispatcher. */
  readonly id: string;
  /** The name of its declaration. */
  readonly name: string;
  /** The queue it waits in. */
  readonly queue: string;
  /** 0 begins before 1, and 1 before 2. */
  readonly level: number;
  /** The payload as JSON. */
  readonly payload: string;
  /** Milliseconds until it may begin. */
  readonly delay: number;
  /** How often it is tried. */
  readonly attempts: number;
  /** No two jobs that wait or run share a key; null for none. */
  readonly uniqueKey: string | null;
  /** Whether the key is free again once the job begins. */
  readonly uniqueUntilStart: boolean;
  /** Where it comes from; null if nothing is known. */
  readonly origin: JobOrigin | null;
}

/** A failed attempt. */
export interface Attempt {
  /** The number of the attempt, from 1 on. */
  readonly attempt: number;
  /** When it failed, in milliseconds since 1970. */
  readonly at: number;
  /** The error, in one line. */
  readonly error: string;
}

/** A job that a worker holds, by the token of its lease. No other worker can end the job while the token is valid. */
export interface HeldJob {
  /** The id of the job. */
  readonly id: string;
  /** The queue of the job. */
  readonly queue: string;
  /** The token of the lease; no two leases have the same. */
  readonly token: string;
}

/** A job that a worker has taken. */
export interface TakenJob extends HeldJob {
  /** The name of its declaration. */
  readonly name: string;
  /** The payload as JSON. */
  readonly payload: string;
  /**
   * The number of the attempt that `begin()` begins, from 1 on. Earlier attempts without a result count, too. It is greater than `attempts`
   * when no attempt is left.
   */
  readonly attempt: number;
  /** How often it is tried. */
  readonly attempts: number;
  /** The attempts that failed. */
  readonly history: readonly Attempt[];
  /** Whether its latest attempt began and ended without a result: its worker was killed, or lost its lease. */
  readonly vanished: boolean;
  /** Where it comes from; null if nothing is known. */
  readonly origin: JobOrigin | null;
}

/** A job that failed for good. */
export interface FailedJob {
  /** The id of the job. */
  readonly id: string;
  /** The name of its declaration. */
  readonly name: string;
  /** The queue it waited in. */
  readonly queue: string;
  /** The payload as JSON. */
  readonly payload: string;
  /** When it failed for good, in milliseconds since 1970. */
  readonly failedAt: number;
  /** The attempts that failed, the first one first. */
  readonly history: readonly Attempt[];
}

/** How many jobs a queue has. */
export interface LaneCounts {
  /** The name of the queue. */
  readonly queue: string;
  /** Jobs that may begin, with those whose time has not come. */
  readonly waiting: number;
  /** Jobs that a worker holds. */
  readonly running: number;
  /** Jobs that failed for good. */
  readonly failed: number;
  /** Whether workers take no jobs of it. */
  readonly paused: boolean;
}

/** The jobs that a worker asks for. */
export interface TakeOptions {
  /** Names of queues, the most important first. */
  readonly queues: readonly string[];
  /** The greatest number of jobs. */
  readonly limit: number;
  /** Milliseconds after which another worker may take them, unless they are renewed. */
  readonly lease: number;
  /**
   * How many jobs of a queue may be taken in a second, by all workers together: evenly, at most a tenth of them at once. Queues that it does
   * not name have no limit.
   */
  readonly rates?: Readonly<Record<string, number>>;
}

/**
 * Where jobs wait. `engineConformance()` of `@taproot/queue/testing` has every case that an engine must pass. Each method rejects when the
 * service behind the engine cannot be reached; the worker then tries again.
 */
export interface QueueEngine {
  /** The name in messages: `database`. */
  readonly name: string;
  /**
   * Adds jobs. `transaction` is the query builder of a transaction of the application; null outside of one. Resolves to the ids of the jobs
   * that were added: those whose unique key is taken are left out.
   */
  add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]>;
  /** Takes jobs that may begin, and jobs whose lease has ended. This counts no attempt. */
  take(options: TakeOptions): Promise<readonly TakenJob[]>;
  /** The attempt of a taken job begins, and counts from now on. False if its lease was not valid: then it must not run. */
  begin(job: TakenJob): Promise<boolean>;
  /** Renews leases. Resolves to the ids of the jobs whose leases were valid. */
  renew(jobs: readonly HeldJob[], lease: number): Promise<readonly string[]>;
  /** The jobs are done. Resolves to the ids of those whose leases were valid; the results of the others do not count. */
  done(jobs: readonly HeldJob[]): Promise<readonly string[]>;
  /** The job waits again for `delay` milliseconds. False if its lease was not valid. */
  retry(job: HeldJob, delay: number, history: readonly Attempt[]): Promise<boolean>;
  /** The job has failed for good. False if its lease was not valid. */
  fail(job: HeldJob, history: readonly Attempt[]): Promise<boolean>;
  /** The job waits again, as if it had not been taken, whether it has begun or not. False if its lease was not valid. */
  release(job: TakenJob): Promise<boolean>;
  /** Jobs that failed for good, the latest first. */
  failed(limit: number): Promise<readonly FailedJob[]>;
  /** Lets a failed job begin again with all of its attempts; all of them without an id. Resolves to their number. */
  retryFailed(id: string | null): Promise<number>;
  /** Removes a failed job; all of them without an id. Resolves to their number. */
  forget(id: string | null): Promise<number>;
  /** No worker takes jobs of a paused queue. */
  pause(queue: string, paused: boolean): Promise<void>;
  /** The queues that have jobs or are paused. */
  counts(): Promise<readonly LaneCounts[]>;
  /** Rejects if jobs cannot be dispatched now. For the health check and the start of the server. */
  check(): Promise<void>;
  /** Ends connections of its own. */
  close(): Promise<void>;
}

/** Makes an engine for an application, when it is used first. Connect in its methods: commands boot the application, too. */
export type QueueEngineFactory = (app: Application) => QueueEngine;
