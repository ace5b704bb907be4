import { createHash } from 'node:crypto';
import type { Application, Context, Duration } from '@taproot/core';
import { describeValue, originOf, seconds } from '@taproot/core/plugin';
import { afterCommit, type Queryable, type Tables, type Transaction } from '@taproot/database';
import { isQueueName } from './config.ts';
import type { FailedJob, JobOrigin, LaneCounts, NewJob, QueueEngine, QueueEngineFactory } from './engine.ts';
import { errors } from './errors.ts';
import { type Job, levels, type Priority } from './job.ts';
import { jobId } from './job-id.ts';
import type { QueueRuntime } from './queue-runtime.ts';
import { dispatches } from './traced-jobs.ts';
import { Attempted, currentOrigin, readPayload } from './worker/attempt.ts';
import { Worker, type WorkOptions } from './worker/worker.ts';

/** A transaction of any connection, whatever its tables. */
type AnyTransaction = Pick<Transaction<Tables>, 'getExecutor' | 'isTransaction'>;

/** How a job is dispatched. */
export interface DispatchOptions {
  /** The time until it may begin; at once by default. */
  readonly delay?: Duration;
  /** The queue; that of the declaration by default. */
  readonly queue?: string;
  /** The priority; that of the declaration by default. */
  readonly priority?: Priority;
  /**
   * The transaction that the job becomes a part of. Needed only for a transaction that is not ambient: in `middleware.transaction()`, and in
   * `transaction(db, work, { ambient: true })`, a job is a part of the transaction by itself.
   */
  readonly transaction?: AnyTransaction;
  /** The request that dispatches it: the job gets its id, its trace and its locale. A job passes on those that it got itself. */
  readonly ctx?: Context;
  /** The id of the user for whom the job works. */
  readonly user?: string | number;
}

/** The arguments after the job; the payload of a job without rules may be left out. */
type Dispatched<Payload> = {} extends Payload
  ? [payload?: Payload, options?: DispatchOptions]
  : [payload: Payload, options?: DispatchOptions];

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
  async dispatch<Payload>(job: Job<Payload>, ...[payload, options]: Dispatched<Payload>): Promise<string | null> {
    const [made] = await this.#make(job, [payload ?? {}], options ?? {});
    if (made === undefined) return null;
    const added = await this.#add([made], options ?? {});
    return added[0] ?? null;
  }

  /**
   * Dispatches one job for each payload, in few statements. Resolves to the ids of the jobs that were added.
   * @throws E_JOB_PAYLOAD and the others of `dispatch()`; then none of them is dispatched.
   * @example await facades.Queue().dispatchMany(sendInvoice, orders.map(({ id }) => ({ order: id })));
   */
  async dispatchMany<Payload>(
    job: Job<Payload>,
    payloads: readonly Payload[],
    options: DispatchOptions = {},
  ): Promise<readonly string[]> {
    const made = await this.#make(job, payloads, options);
    return made.length === 0 ? [] : this.#add(made, options);
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
    return this.#runtime.engine.failed(limit);
  }

  /**
   * Lets a failed job begin again with all of its attempts. Effects that it did in `run.once()` stay done.
   * @throws E_QUEUE_JOB_MISSING when there is no failed job with this id.
   */
  async retry(id: string): Promise<void> {
    if ((await this.#runtime.engine.retryFailed(id)) === 0) throw errors.E_QUEUE_JOB_MISSING({ id });
    this.#runtime.news.emit('added');
  }

  /** Lets all failed jobs begin again. Resolves to their number. */
  async retryAll(): Promise<number> {
    const count = await this.#runtime.engine.retryFailed(null);
    this.#runtime.news.emit('added');
    return count;
  }

  /**
   * Removes a failed job.
   * @throws E_QUEUE_JOB_MISSING when there is no failed job with this id.
   */
  async forget(id: string): Promise<void> {
    if ((await this.#runtime.engine.forget(id)) === 0) throw errors.E_QUEUE_JOB_MISSING({ id });
  }

  /** Removes all failed jobs. Resolves to their number. */
  flush(): Promise<number> {
    return this.#runtime.engine.forget(null);
  }

  /** No worker takes jobs of this queue until `resume()`. Running jobs go on. */
  pause(queue: string = this.#runtime.app.config.queue.default): Promise<void> {
    return this.#runtime.engine.pause(queue, true);
  }

  /** Workers take jobs of this queue again. */
  async resume(queue: string = this.#runtime.app.config.queue.default): Promise<void> {
    await this.#runtime.engine.pause(queue, false);
    this.#runtime.news.emit('added');
  }

  /** How many jobs wait, run and have failed, by queue. */
  counts(): Promise<readonly LaneCounts[]> {
    return this.#runtime.engine.counts();
  }

  async #make<Payload>(
    job: Job<Payload>,
    payloads: readonly unknown[],
    options: DispatchOptions,
  ): Promise<readonly NewJob[]> {
    const { app, jobs } = this.#runtime;
    const { config } = app;
    if (!jobs.has(job)) throw errors.E_JOB_UNREGISTERED({ job: job.name, place: String(job.place) });
    const { queue = job.queue ?? config.queue.default, priority = job.priority, delay = 0 } = options;
    const refuse = (key: string, value: unknown, expected: string): Error =>
      errors.E_JOB_OPTION({ job: job.name, key, value: describeValue(value), expected });
    if (!isQueueName(queue)) throw refuse('queue', queue, 'a name of 1 to 64 characters');
    if (!(priority in levels)) throw refuse('priority', priority, '"high", "normal" or "low"');
    const wait = seconds(delay, `The delay of the job "${job.name}"`);
    if (!(wait >= 0 && wait <= longestDelay)) throw refuse('delay', delay, 'a time from 0 to ten years');
    const origin = jobOrigin(app, options);
    const made: NewJob[] = [];
    for (const given of payloads) {
      const valid = await readPayload(this.#runtime, job as Job, given as object);
      const payload = JSON.stringify(valid);
      const bytes = Buffer.byteLength(payload);
      if (bytes > payloadBytes) throw errors.E_JOB_SIZE({ job: job.name, bytes, limit: payloadBytes });
      const key = job.keyOf(valid as Payload);
      made.push({
        id: jobId(),
        name: job.name,
        queue,
        level: levels[priority],
        payload,
        delay: wait * 1000,
        attempts: job.attempts ?? config.queue.attempts,
        uniqueKey: key === null ? null : createHash('sha256').update(`${job.name}\0${key}`).digest('hex'),
        uniqueUntilStart: job.uniqueUntilStart,
        origin,
      });
    }
    return made;
  }

  async #add(
    jobs: readonly NewJob[],
    { transaction = null }: { readonly transaction?: object | null },
  ): Promise<readonly string[]> {
    const [{ name: job, queue } = { name: '', queue: '' }] = jobs;
    return dispatches.run(this.#runtime.app, { job, queue, count: jobs.length }, () => this.#hand(jobs, transaction));
  }

  async #hand(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    const runtime = this.#runtime;
    if (runtime.keep !== null) {
      for (const job of jobs) runtime.keep(job);
      return jobs.map(({ id }) => id);
    }
    if (runtime.isSync) return this.#runNow(jobs);
    const added = await runtime.engine.add(jobs, transaction);
    const current = (transaction ?? runtime.database?.current ?? null) as Queryable<never> | null;
    const wake = async (): Promise<void> => {
      await runtime.flush();
      runtime.news.emit('added');
    };
    // A transaction whose commit cannot be observed ends some time; the worker then finds the job by itself.
    if (added.length > 0) await (current === null ? wake() : afterCommit(current, wake).catch(() => undefined));
    return added;
  }

  async #runNow(jobs: readonly NewJob[]): Promise<readonly string[]> {
    for (const { id, name, queue, payload, origin } of jobs) {
      const taken = {
        id,
        name,
        queue,
        payload,
        origin,
        token: id,
        attempt: 1,
        attempts: 1,
        history: [],
        vanished: false,
      };
      const outcome = await new Attempted(this.#runtime, taken).run();
      if (outcome.kind !== 'done') throw outcome.error;
    }
    return jobs.map(({ id }) => id);
  }
}

/** Bytes of a payload as JSON. MySQL allows 65,535 in a column of text. */
const payloadBytes = 60_000;

const longestDelay = 10 * 366 * 86_400;

/** Null if nothing is known, which most rows then need not hold. */
const jobOrigin = (app: Application, { ctx, user }: DispatchOptions): JobOrigin | null => {
  const outer = currentOrigin.getStore();
  const origin = originOf(app, ctx);
  const locale = ctx?.locale() ?? outer?.locale ?? null;
  const id = user === undefined ? (outer?.user ?? null) : String(user);
  const isKnown = origin.requestId !== '' || Object.keys(origin.trace).length > 0 || locale !== null || id !== null;
  return isKnown ? { ...origin, locale, user: id } : null;
};
