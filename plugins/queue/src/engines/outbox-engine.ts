import { type PluginDatabase, sql } from '@taproot/database';
import type { Attempt, HeldJob, JobOrigin, NewJob, QueueEngine, TakenJob, TakeOptions } from '../engine.ts';
import { clock } from './sql.ts';

/** The queue of the table in which jobs wait for Redis. */
const outbox = '~outbox';

/** Milliseconds that one process has for moving jobs to Redis, before another one does it again. */
const lease = 30_000;

/** Milliseconds between two looks at the outbox by a worker. */
const often = 1000;

/** Seconds after its dispatch for which the effects of a job are remembered; longer than delays and attempts should take. */
const remembered = 90 * 86_400;

/** The job of a row of the outbox, without its payload. */
interface Waiting extends JobOrigin {
  readonly job: Omit<NewJob, 'payload'>;
  /** When it was dispatched, in milliseconds since 1970: its delay begins there. */
  readonly at: number;
}

const nowhere: JobOrigin = { requestId: '', trace: {}, locale: null, user: null };

/** The table of the database as an outbox in front of an engine that is not in the database. */
interface OutboxParts {
  readonly database: PluginDatabase;
  /** Keeps the rows of the outbox. */
  readonly rows: QueueEngine;
  /** Keeps the jobs. */
  readonly jobs: QueueEngine;
  readonly report: (error: unknown) => void;
}

/**
 * Puts a transactional outbox in front of an engine. A job that is dispatched in a transaction is a row of that transaction; after the commit
 * it moves to the engine. It keeps its id, so an engine that gets it twice keeps one. A job also waits in the outbox while the engine is away.
 */
export class OutboxEngine implements QueueEngine {
  readonly name: string;
  readonly #parts: OutboxParts;
  #looked = 0;
  #pruned = 0;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
    this.name = parts.jobs.name;
  }

  async add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    const { database, rows, jobs: engine } = this.#parts;
    const isOutside = transaction === null && database.current === database.db;
    if (isOutside) {
      try {
        return await engine.add(jobs, null);
      } catch (error) {
        this.#parts.report(error);
      }
    }
    await rows.add(jobs.map(inOutbox), transaction);
    return jobs.map(({ id }) => id);
  }

  /** Moves jobs from the outbox to the engine. Called after each commit, and by workers. */
  async flush(): Promise<void> {
    const { rows, jobs } = this.#parts;
    for (;;) {
      const waiting = await rows.take({ queues: [outbox], limit: 100, lease });
      if (waiting.length === 0) return;
      try {
        await jobs.add(
          waiting.map(({ payload, origin }) => fromOutbox(origin as Waiting, payload)),
          null,
        );
      } catch (error) {
        await Promise.all(waiting.map((row) => rows.release(row)));
        throw error;
      }
      await rows.done(waiting);
    }
  }

  async take(options: TakeOptions): ReturnType<QueueEngine['take']> {
    if (performance.now() - this.#looked >= often) {
      this.#looked = performance.now();
      // Jobs of the engine go on while the database is away.
      await this.flush().catch(this.#parts.report);
      await this.#prune().catch(this.#parts.report);
    }
    return this.#parts.jobs.take(options);
  }

  begin(job: TakenJob): Promise<boolean> {
    return this.#parts.jobs.begin(job);
  }

  done(jobs: readonly HeldJob[]): Promise<readonly string[]> {
    return this.#parts.jobs.done(jobs);
  }

  /** Ids of jobs begin with the time at which they were dispatched, so old effects are found by their ids. */
  async #prune(): Promise<void> {
    if (performance.now() - this.#pruned < 3_600_000 && this.#pruned > 0) return;
    this.#pruned = performance.now();
    const { database } = this.#parts;
    const [now] = (await sql<{ now: unknown }>`select ${clock[database.driver]} as now`.execute(database.db)).rows;
    const before = (Number(now?.now) - remembered * 1000).toString(16).padStart(12, '0');
    const first = `${before.slice(0, 8)}-${before.slice(8)}-7000-8000-000000000000`;
    await sql`delete from queue_effects where job_id < ${first}`.execute(database.db);
  }

  renew(jobs: readonly HeldJob[], milliseconds: number): Promise<readonly string[]> {
    return this.#parts.jobs.renew(jobs, milliseconds);
  }

  retry(job: HeldJob, delay: number, history: readonly Attempt[]): Promise<boolean> {
    return this.#parts.jobs.retry(job, delay, history);
  }

  fail(job: HeldJob, history: readonly Attempt[]): Promise<boolean> {
    return this.#parts.jobs.fail(job, history);
  }

  release(job: TakenJob): Promise<boolean> {
    return this.#parts.jobs.release(job);
  }

  failed(limit: number): ReturnType<QueueEngine['failed']> {
    return this.#parts.jobs.failed(limit);
  }

  retryFailed(id: string | null): Promise<number> {
    return this.#parts.jobs.retryFailed(id);
  }

  forget(id: string | null): Promise<number> {
    return this.#parts.jobs.forget(id);
  }

  pause(queue: string, paused: boolean): Promise<void> {
    return this.#parts.jobs.pause(queue, paused);
  }

  counts(): ReturnType<QueueEngine['counts']> {
    return this.#parts.jobs.counts();
  }

  async check(): Promise<void> {
    await this.#parts.jobs.check();
    await this.#parts.rows.check();
  }

  async close(): Promise<void> {
    await this.#parts.jobs.close();
  }
}

const inOutbox = ({ payload, ...job }: NewJob): NewJob => {
  const origin: Waiting = { ...(job.origin ?? nowhere), job, at: Date.now() };
  return { ...job, payload, queue: outbox, level: 1, delay: 0, uniqueKey: null, uniqueUntilStart: false, origin };
};

const fromOutbox = ({ job, at }: Waiting, payload: string): NewJob => ({
  ...job,
  payload,
  delay: Math.max(0, job.delay - (Date.now() - at)),
});
