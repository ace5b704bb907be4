import type { PluginTransaction } from './effects.ts';
import type { JobOrigin } from './engine.ts';

/** One attempt of a job: the second argument of `handle()`. */
export interface JobRun {
  /** The id of the job; the same for all of its attempts. */
  readonly id: string;
  /** The number of this attempt, from 1 on. */
  readonly attempt: number;
  /** How many attempts the job has. */
  readonly attempts: number;
  /** The queue it waited in. */
  readonly queue: string;
  /** Aborts when the time of the attempt is over, when the job has lost its lease, and when the worker stops. */
  readonly signal: AbortSignal;
  /** The request, trace, locale and user of the dispatcher. */
  readonly origin: JobOrigin;
  /** The locale of the dispatcher, or of the application. */
  readonly locale: string;
  /**
   * Does an effect once for this job, however often the job runs. `work` runs in a transaction, in which `facades.DB()` is that transaction,
   * and a row of the same transaction remembers the key. So its changes in the database happen exactly once. Resolves to the result of
   * `work`; later runs resolve to the same result, read back from JSON. For an effect elsewhere, send `key(effect)` as its idempotency key.
   * @throws E_JOB_ONCE without a database, E_JOB_LEASE when the job has lost its lease, and what `work` throws.
   * @example await run.once('charge', (trx) => trx.insertInto('charges').values({ order }).execute());
   */
  once<Result>(effect: string, work: (trx: PluginTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Remembers how far the job is, for `facades.Queue().progress(id)`: a number from 0 to 1. Writes at most once a second.
   * @throws E_QUEUE_BATCH_DATABASE without a database, E_JOB_PROGRESS for another value.
   */
  progress(part: number): Promise<void>;
  /** A key for one effect of this job, for services that take idempotency keys: the id of the job and the name of the effect. */
  key(effect: string): string;
}
