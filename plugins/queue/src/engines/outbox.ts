import { type PluginDatabase, sql } from '@taproot/database';
import { type JobOrigin, type NewJob, nowhere, type QueueEngine } from '../engine.ts';

/** The queue of the table in which jobs wait for Redis. */
const outbox = '~outbox';

/** Milliseconds that one process has for moving jobs to Redis, before another one does it again. */
const lease = 30_000;

/** The job of a row of the outbox, without its payload. */
interface Waiting extends JobOrigin {
  readonly job: Omit<NewJob, 'payload'>;
  /** When it was dispatched, in milliseconds since 1970: its delay begins there. */
  readonly at: number;
}

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
 * A transactional outbox in front of an engine. A job that is dispatched in a transaction is a row of that transaction; after the commit
 * it moves to the engine. It keeps its id, so an engine that gets it twice keeps one. A job also waits in the outbox while the engine is away.
 */
export class Outbox {
  readonly #parts: OutboxParts;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Adds jobs to the engine; in a transaction, or while the engine is away, to the outbox. */
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

  /** How many jobs wait here, by the queue that they go to. Those of the transaction at hand are among them. */
  async counts(): Promise<ReadonlyMap<string, number>> {
    const { driver, current } = this.#parts.database;
    const target = { sqlite: sql`json_extract(origin, '$.job.queue')`, pgsql: sql`origin::json -> 'job' ->> 'queue'` };
    const name = driver === 'mysql' ? sql`json_unquote(json_extract(origin, '$.job.queue'))` : target[driver];
    const count = sql<{ target: string; count: unknown }>`select ${name} as target, count(*) as count from queue_jobs
      where queue = ${outbox} group by target`;
    return new Map((await count.execute(current)).rows.map((row) => [row.target, Number(row.count)]));
  }

  /** Rejects if its table is missing. */
  check(): Promise<void> {
    return this.#parts.rows.check();
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
