import { describeValue } from '@taproot/core/plugin';
import type { Tables, Transaction } from '@taproot/database';
import { type BatchState, cancelBatch, findBatch, type NewBatch, readProgress, startBatch } from './batches.ts';
import type { FailedJob, LaneCounts, NewJob, QueueEngine, QueueEngineFactory } from './engine.ts';
import { errors } from './errors.ts';
import type { GivenPayload, Job, JobOptions, PlannedJob } from './job.ts';
import { type Dispatcher, newJobs } from './new-jobs.ts';
import type { QueueRuntime } from './queue-runtime.ts';
import { onTables } from './tables.ts';
import { type DispatchedJobs, dispatches } from './traced-jobs.ts';
import { runNow } from './worker/attempt.ts';
import { Worker, type WorkOptions } from './worker/worker.ts';

/** A transaction of any connection, whatever its tables. */
type AnyTransaction = Pick<Transaction<Tables>, 'getExecutor' | 'isTransaction'>;

/** Who dispatches, and in which transaction. */
export interface DispatchContext extends Dispatcher {
  /**
   * The transaction that the job becomes a part of. Needed only for a transaction that is not ambient: in `middleware.transaction()`, and in
   * `transaction(db, work, { ambient: true })`, a job is a part of the transaction by itself.
   */
  readonly transaction?: AnyTransaction;
}

/** How a job is dispatched. */
export interface DispatchOptions extends JobOptions, DispatchContext {}

/** The jobs that follow a chain or a batch. Each is dispatched at most once. */
export interface ChainOptions extends DispatchContext {
  /** A name for people, of at most 120 characters. */
  readonly name?: string;
  /** Dispatched when all jobs are done. */
  readonly whenDone?: PlannedJob;
  /** Dispatched when the first job has failed for good. */
  readonly whenFailed?: PlannedJob;
  /** Dispatched when none of the jobs will run any more. */
  readonly whenEnded?: PlannedJob;
}

/** How a batch is dispatched. */
export interface BatchOptions extends ChainOptions {
  /** Cancels the batch when a job has failed for good; false by default: the others go on. */
  readonly stopOnFailure?: boolean;
}

const refused = (call: 'chain' | 'batch', value: unknown, expected: string): Error =>
  errors.E_QUEUE_BATCH_JOB({ call, value: describeValue(value), expected });

/** The facade `Queue`: dispatches jobs, works on them, and looks after those that failed. */
export class Queue {
  readonly #runtime: QueueRuntime;

  constructor(runtime: QueueRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Dispatches a job. With the engine `database` it is a row of the transaction at hand: a worker gets it after the commit, and never after a
   * rollback. Resolves to the id of the job, or to null if another job with its unique key waits or runs.
   * @throws E_JOB_PAYLOAD for a payload that its rules refuse, E_JOB_SIZE, E_JOB_UNREGISTERED, E_JOB_OPTION, and errors of the engine: the
   * job is then not dispatched.
   * @example await facades.Queue().dispatch(sendInvoice, { order: 7 }, { delay: '5m' });
   */
  async dispatch<Payload, Sent>(
    job: Job<Payload, Sent>,
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- the compiler needs it
    ...[payload = {} as Sent, options = {}]: GivenPayload<Sent, DispatchOptions>
  ): Promise<string | null> {
    return (await this.dispatchMany(job, [payload], options))[0] ?? null;
  }

  /**
   * Dispatches one job for each payload, in few statements. Resolves to the ids of the jobs that were added.
   * @throws E_JOB_PAYLOAD and the others of `dispatch()`; then none of them is dispatched.
   * @example await facades.Queue().dispatchMany(sendInvoice, orders.map(({ id }) => ({ order: id })));
   */
  async dispatchMany<Payload, Sent>(
    job: Job<Payload, Sent>,
    payloads: readonly Sent[],
    options: DispatchOptions = {},
  ): Promise<readonly string[]> {
    if (payloads.length === 0) return [];
    const queue = options.queue ?? job.queue ?? this.#runtime.app.config.queue.default;
    const facts: DispatchedJobs = { job: job.name, queue, count: payloads.length, id: null };
    return dispatches.run(this.#runtime.app, facts, async (event) => {
      const made = await newJobs(this.#runtime, job as Job, payloads, options);
      if (made.length === 1) event.id = made[0]?.id ?? null;
      return this.#add(made, options.transaction ?? null);
    });
  }

  /**
   * Dispatches jobs that run one after the other: each begins when the one before it is done. One that fails for good ends the chain, until
   * `queue:retry` lets it begin again. Resolves to the id of the chain, for `find()` and `cancel()`.
   * @throws E_QUEUE_BATCH_JOB, E_QUEUE_BATCH_DATABASE, and those of `dispatch()`; then no job is dispatched.
   * @example await facades.Queue().chain([pack.with({ order: 7 }), ship.with({ order: 7 })], { whenFailed: refund.with({ order: 7 }) });
   */
  chain(jobs: readonly PlannedJob[], options: ChainOptions = {}): Promise<string> {
    return this.#start('chain', jobs, options);
  }

  /**
   * Dispatches jobs that run side by side, and counts them. Resolves to the id of the batch, for `find()` and `cancel()`.
   * @throws E_QUEUE_BATCH_JOB, E_QUEUE_BATCH_DATABASE, and those of `dispatch()`; then no job is dispatched.
   * @example await facades.Queue().batch(orders.map(({ id }) => sendInvoice.with({ order: id })), { whenDone: report.with() });
   */
  batch(jobs: readonly PlannedJob[], options: BatchOptions = {}): Promise<string> {
    return this.#start('batch', jobs, options);
  }

  /** A chain or a batch, and how far it is; null if there is none with this id, or it ended more than a week ago. */
  find(id: string): Promise<BatchState | null> {
    return onTables(findBatch(this.#runtime, id));
  }

  /**
   * Cancels a chain or a batch: jobs of it that have not begun are skipped, and `run.signal` of those that run aborts within a third of
   * `queue.lease`. It does nothing if all have ended.
   * @throws E_QUEUE_BATCH_MISSING when there is none with this id.
   */
  async cancel(id: string): Promise<void> {
    if (!(await onTables(cancelBatch(this.#runtime, id)))) throw errors.E_QUEUE_BATCH_MISSING({ id });
  }

  /** The last value of `run.progress()` of a job, from 0 to 1; null if it gave none, or is done. */
  progress(id: string): Promise<number | null> {
    return onTables(readProgress(this.#runtime, id));
  }

  /**
   * Registers an engine for `queue.engine`, in a plugin's `apply()` or in `withCallback()`.
   *
   * @example facades.Queue().extend('nats', (app) => new NatsEngine(app.config.nats))
   * @throws E_QUEUE_ENGINE_LATE once the engine of the application was made; E_QUEUE_ENGINE_TAKEN when there is one of this name.
   */
  extend(name: string, factory: QueueEngineFactory): this {
    this.#runtime.extend(name, factory);
    return this;
  }

  /**
   * Works on jobs until the signal aborts. Resolves to the number of jobs that were done. `npx taproot queue:work` calls it.
   * @throws E_QUEUE_DATABASE and E_QUEUE_SETTING if the application lacks what its engine needs.
   */
  work(options: WorkOptions): Promise<number> {
    if (this.#runtime.isSync) return Promise.resolve(0);
    return new Worker(this.#runtime, options).work();
  }

  /**
   * The engine: where jobs wait.
   * @throws E_QUEUE_DATABASE and E_QUEUE_SETTING if the application lacks what it needs.
   */
  get engine(): QueueEngine {
    return this.#runtime.engine;
  }

  /** Jobs that failed for good, the latest first; 100 by default. */
  failed(limit = 100): Promise<readonly FailedJob[]> {
    return onTables(this.#runtime.engine.failed(limit));
  }

  /**
   * Lets a failed job begin again with all of its attempts. Effects that it did in `run.once()` stay done.
   * @throws E_QUEUE_JOB_MISSING when there is no failed job with this id.
   */
  async retry(id: string): Promise<void> {
    if ((await onTables(this.#runtime.engine.retryFailed(id))) === 0) throw errors.E_QUEUE_JOB_MISSING({ id });
    this.#runtime.news.emit('added');
  }

  /** Lets all failed jobs begin again. Resolves to their number. */
  async retryAll(): Promise<number> {
    const count = await onTables(this.#runtime.engine.retryFailed(null));
    this.#runtime.news.emit('added');
    return count;
  }

  /**
   * Removes a failed job.
   * @throws E_QUEUE_JOB_MISSING when there is no failed job with this id.
   */
  async forget(id: string): Promise<void> {
    if ((await onTables(this.#runtime.engine.forget(id))) === 0) throw errors.E_QUEUE_JOB_MISSING({ id });
  }

  /** Removes all failed jobs. Resolves to their number. */
  flush(): Promise<number> {
    return onTables(this.#runtime.engine.forget(null));
  }

  /** No worker takes jobs of this queue until `resume()`. Running jobs go on. */
  pause(queue: string = this.#runtime.app.config.queue.default): Promise<void> {
    return onTables(this.#runtime.engine.pause(queue, true));
  }

  /** Workers take jobs of this queue again. */
  async resume(queue: string = this.#runtime.app.config.queue.default): Promise<void> {
    await onTables(this.#runtime.engine.pause(queue, false));
    this.#runtime.news.emit('added');
  }

  /** How many jobs wait, run and have failed, by queue. Jobs that wait in the outbox for Redis count as waiting. */
  counts(): Promise<readonly LaneCounts[]> {
    return onTables(this.#runtime.counts());
  }

  async #start(kind: 'chain' | 'batch', jobs: readonly PlannedJob[], options: BatchOptions): Promise<string> {
    const { name = null, stopOnFailure = false, transaction = null } = options;
    if (!Array.isArray(jobs)) throw refused(kind, jobs, 'a list of jobs');
    if (name !== null && (typeof name !== 'string' || name.length > 120))
      throw refused(kind, name, 'a name of 120 characters');
    const { app } = this.#runtime;
    const facts: DispatchedJobs = { job: name ?? kind, queue: app.config.queue.default, count: jobs.length, id: null };
    return dispatches.run(app, facts, async (event) => {
      const members: NewJob[] = [];
      for (const planned of jobs) {
        const made = await this.#member(kind, planned, options);
        // While another one waits, it would never be added, and the batch would never end.
        if (made.uniqueKey !== null) throw refused(kind, `the unique job "${made.name}"`, 'jobs that are not unique');
        members.push(made);
      }
      event.queue = members[0]?.queue ?? event.queue;
      const follower = (planned: PlannedJob | undefined): Promise<NewJob | null> =>
        planned === undefined ? Promise.resolve(null) : this.#member(kind, planned, options);
      const followers = {
        whenDone: await follower(options.whenDone),
        whenFailed: await follower(options.whenFailed),
        whenEnded: await follower(options.whenEnded),
      };
      return this.#begin({ kind, name, members, followers, stopOnFailure }, transaction);
    });
  }

  /** Makes a job of a chain or a batch. */
  async #member(kind: 'chain' | 'batch', planned: PlannedJob, options: BatchOptions): Promise<NewJob> {
    const { job, payload, options: own } = Object(planned) as PlannedJob;
    if (typeof job?.with !== 'function') throw refused(kind, planned, 'jobs made by with()');
    const [made] = await newJobs(this.#runtime, job, [payload], { ...options, ...own });
    // For one payload, there is one job.
    return made as NewJob;
  }

  async #begin(batch: NewBatch, transaction: object | null): Promise<string> {
    const runtime = this.#runtime;
    const { members, followers } = batch;
    if (runtime.keep !== null) return runtime.keep(members, batch.kind)[0] ?? '';
    if (!runtime.isSync) return onTables(startBatch(runtime, batch, transaction));
    const run = (job: NewJob | null) => (job === null ? null : runNow(runtime, [job]));
    try {
      await runNow(runtime, members);
      await run(followers.whenDone);
    } catch (error) {
      await run(followers.whenFailed);
      throw error;
    } finally {
      await run(followers.whenEnded);
    }
    return members[0]?.id ?? '';
  }

  async #add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    const runtime = this.#runtime;
    if (runtime.keep !== null) return runtime.keep(jobs, 'single');
    return runtime.isSync ? runNow(runtime, jobs) : runtime.add(jobs, transaction);
  }
}
