import { randomUUID } from 'node:crypto';
import { hasCode } from '@taproot/core';
import { type AnyTables, type Kysely, type PluginDatabase, type RawBuilder, sql } from '@taproot/database';
import type { Attempt, FailedJob, HeldJob, LaneCounts, NewJob, QueueEngine, TakenJob, TakeOptions } from '../engine.ts';
import { errors } from '../errors.ts';
import { onTables, tableNames } from '../tables.ts';
import { clock, deleteHeld, historyOf, type JobRow, type Place, takenOf, takeRows, withinRate } from './sql.ts';
import { Together } from './together.ts';

/** Bytes of the history of one job; MySQL allows 65,535 in a column of text. */
const historyBytes = 60_000;

const rowOf = (job: NewJob, now: RawBuilder<number>) => ({
  id: job.id,
  queue: job.queue,
  level: job.level,
  due_at: sql<number>`${now} + ${sql.lit(Math.round(job.delay))}`,
  name: job.name,
  payload: job.payload,
  attempts: job.attempts,
  unique_key: job.uniqueKey,
  unique_until_start: job.uniqueUntilStart ? 1 : 0,
  origin: job.origin === null ? null : JSON.stringify(job.origin),
});

const historyText = (history: readonly Attempt[]): string => {
  let kept = history;
  // The latest attempts matter most.
  while (kept.length > 1 && Buffer.byteLength(JSON.stringify(kept)) > historyBytes) kept = kept.slice(1);
  return JSON.stringify(kept);
};

/**
 * Keeps jobs in a table of the application's database. A job that is dispatched in a transaction is a row of that transaction: it exists if
 * the transaction commits, and no worker takes it before.
 */
export class DatabaseEngine implements QueueEngine {
  readonly name = 'database';
  readonly #database: PluginDatabase;
  readonly #now: RawBuilder<number>;
  /** For PostgreSQL, which writes several rows of one table in one statement. */
  readonly #together: Together | null;
  /** Jobs that may have rows in `queue_effects`. */
  readonly #withEffects = new Set<string>();

  constructor(database: PluginDatabase) {
    this.#database = database;
    this.#now = clock[database.driver];
    this.#together = database.driver === 'pgsql' ? new Together(database) : null;
  }

  /** Remembers that the job has effects, which are removed with it. */
  noteEffects(id: string): void {
    this.#withEffects.add(id);
  }

  async add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    try {
      return await onTables(this.#add(jobs, transaction));
    } catch (cause) {
      const isLocked = hasCode(cause, 'E_DATABASE_BUSY') && this.#database.driver === 'sqlite' && transaction === null;
      throw isLocked ? errors.E_QUEUE_LOCKED({ job: jobs[0]?.name ?? '' }, { cause }) : cause;
    }
  }

  async #add(jobs: readonly NewJob[], transaction: object | null): Promise<readonly string[]> {
    // The caller checks that it is a query builder; only the application knows its tables.
    const db = (transaction ?? this.#database.current) as Kysely<AnyTables>;
    const plain = jobs.filter(({ uniqueKey }) => uniqueKey === null);
    const added = plain.map(({ id }) => id);
    const size = 100;
    for (let i = 0; i < plain.length; i += size) {
      const rows = plain.slice(i, i + size).map((job) => rowOf(job, this.#now));
      await db.insertInto('queue_jobs').values(rows).execute();
    }
    for (const job of jobs) if (job.uniqueKey !== null && (await this.#addUnique(db, job))) added.push(job.id);
    return added;
  }

  async #addUnique(db: Kysely<AnyTables>, job: NewJob): Promise<boolean> {
    const insert = db.insertInto('queue_jobs').values(rowOf(job, this.#now));
    const { numInsertedOrUpdatedRows = 0n } =
      this.#database.driver === 'mysql'
        ? await insert.ignore().executeTakeFirstOrThrow()
        : await insert.onConflict((one) => one.column('unique_key').doNothing()).executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows > 0n;
  }

  async take({ queues, limit, lease, rates = {} }: TakeOptions): Promise<readonly TakenJob[]> {
    const taken: TakenJob[] = [];
    for (const queue of queues) {
      const left = limit - taken.length;
      if (left <= 0) break;
      const rate = rates[queue];
      const take = async (place: Place, allowed: number): Promise<number> => {
        const some = await this.#takeFrom(place, queue, { limit: allowed, lease });
        taken.push(...some);
        return some.length;
      };
      if (rate === undefined) await take(this.#database, left);
      else await withinRate(this.#database, queue, rate, (place, allowed) => take(place, Math.min(left, allowed)));
    }
    return taken;
  }

  async #takeFrom(
    place: Place,
    queue: string,
    { limit, lease }: Pick<TakeOptions, 'limit' | 'lease'>,
  ): Promise<readonly TakenJob[]> {
    const vanished = (attempt: number): Attempt => ({
      attempt,
      at: Date.now(),
      error: errors.E_JOB_VANISHED().message,
    });
    const token = randomUUID();
    const rows = await takeRows(place, token, queue, { limit, lease });
    // An earlier attempt, of any worker, may have had effects.
    for (const { id, attempt } of rows) if (Number(attempt) > 0) this.#withEffects.add(id);
    return rows.map((row) => takenOf(row, token, vanished));
  }

  async begin(job: TakenJob): Promise<boolean> {
    if (this.#together !== null) return this.#together.begin(job);
    const { id, token, attempt } = job;
    const update = sql`update queue_jobs set attempt = ${sql.lit(attempt)} where id = ${id} and token = ${token}`;
    return Number((await update.execute(this.#database.db)).numAffectedRows ?? 0n) === 1;
  }

  async renew(jobs: readonly HeldJob[], lease: number): Promise<readonly string[]> {
    const kept: string[] = [];
    for (const [token, ids] of byToken(jobs)) {
      const mine = sql`token = ${token} and id in (${sql.join(ids)})`;
      const { db } = this.#database;
      const until = sql`${this.#now} + ${sql.lit(Math.round(lease))}`;
      const { numAffectedRows = 0n } = await sql`update queue_jobs set due_at = ${until} where ${mine}`.execute(db);
      if (Number(numAffectedRows) === ids.length) kept.push(...ids);
      else
        kept.push(
          ...(await sql<{ id: string }>`select id from queue_jobs where ${mine}`.execute(db)).rows.map(({ id }) => id),
        );
    }
    return kept;
  }

  async done(jobs: readonly HeldJob[]): Promise<readonly string[]> {
    const plain = this.#together === null ? [] : jobs.filter(({ id }) => !this.#withEffects.has(id));
    const ended = plain.length === 0 ? [] : [...((await this.#together?.done(plain)) ?? [])];
    for (const [token, ids] of byToken(jobs.filter((job) => !plain.includes(job)))) {
      const withEffects = ids.some((id) => this.#withEffects.has(id));
      ended.push(...(await deleteHeld(this.#database, token, ids, withEffects)));
      for (const id of ids) this.#withEffects.delete(id);
    }
    return ended;
  }

  retry(job: HeldJob, delay: number, history: readonly Attempt[]): Promise<boolean> {
    const due = sql`${this.#now} + ${sql.lit(Math.round(delay))}`;
    return this.#letGo(job, sql`due_at = ${due}, history = ${historyText(history)}`);
  }

  fail(job: HeldJob, history: readonly Attempt[]): Promise<boolean> {
    const changes = sql`due_at = null, failed_at = ${this.#now}, unique_key = null, history = ${historyText(history)}`;
    return this.#letGo(job, changes);
  }

  release(job: TakenJob): Promise<boolean> {
    return this.#letGo(job, sql`due_at = ${this.#now}, attempt = ${sql.lit(job.attempt - 1)}`);
  }

  async #letGo({ id, token }: HeldJob, changes: RawBuilder<unknown>): Promise<boolean> {
    this.#withEffects.delete(id);
    const update = sql`update queue_jobs set token = null, ${changes} where id = ${id} and token = ${token}`;
    return Number((await update.execute(this.#database.db)).numAffectedRows ?? 0n) === 1;
  }

  async failed(limit: number): Promise<readonly FailedJob[]> {
    const { rows } = await sql<JobRow>`select * from queue_jobs where failed_at is not null
      order by failed_at desc, id desc limit ${sql.lit(limit)}`.execute(this.#database.db);
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      queue: row.queue,
      payload: row.payload,
      failedAt: Number(row.failed_at),
      history: historyOf(row),
    }));
  }

  retryFailed(id: string | null): Promise<number> {
    return this.#changeFailed(
      sql`update queue_jobs set failed_at = null, due_at = ${this.#now}, attempt = 0, history = null`,
      id,
    );
  }

  async forget(id: string | null): Promise<number> {
    const { db } = this.#database;
    const which = id === null ? sql`failed_at is not null` : sql`failed_at is not null and id = ${id}`;
    return db.transaction().execute(async (trx) => {
      await sql`delete from queue_effects where job_id in (select id from queue_jobs where ${which})`.execute(trx);
      return Number((await sql`delete from queue_jobs where ${which}`.execute(trx)).numAffectedRows ?? 0n);
    });
  }

  async #changeFailed(statement: RawBuilder<unknown>, id: string | null): Promise<number> {
    const one = id === null ? sql`` : sql`and id = ${id}`;
    const { numAffectedRows = 0n } = await sql`${statement} where failed_at is not null ${one}`.execute(
      this.#database.db,
    );
    return Number(numAffectedRows);
  }

  async pause(queue: string, paused: boolean): Promise<void> {
    const { db, driver } = this.#database;
    const insert = db.insertInto('queue_pauses').values({ queue });
    if (!paused) await db.deleteFrom('queue_pauses').where('queue', '=', queue).execute();
    else if (driver === 'mysql') await insert.ignore().execute();
    else await insert.onConflict((one) => one.doNothing()).execute();
  }

  async counts(): Promise<readonly LaneCounts[]> {
    const { db } = this.#database;
    const { rows } = await sql<Record<'queue' | 'waiting' | 'running' | 'failed', string>>`select queue,
      sum(case when failed_at is null and token is null then 1 else 0 end) as waiting,
      sum(case when token is not null then 1 else 0 end) as running,
      sum(case when failed_at is not null then 1 else 0 end) as failed
      from queue_jobs group by queue`.execute(db);
    const paused = (await sql<{ queue: string }>`select queue from queue_pauses`.execute(db)).rows.map(
      (row) => row.queue,
    );
    const names = [...new Set([...rows.map((row) => row.queue), ...paused])].toSorted();
    return names.map((queue) => {
      const row = rows.find((one) => one.queue === queue);
      const count = (key: 'waiting' | 'running' | 'failed') => Number(row?.[key] ?? 0);
      return {
        queue,
        waiting: count('waiting'),
        running: count('running'),
        failed: count('failed'),
        paused: paused.includes(queue),
      };
    });
  }

  async check(): Promise<void> {
    await onTables(sql`select 1 from ${sql.raw(tableNames.join(', '))} where 1 = 0`.execute(this.#database.db));
  }

  async close(): Promise<void> {}
}

const byToken = (jobs: readonly HeldJob[]): ReadonlyMap<string, string[]> => {
  const groups = new Map<string, string[]>();
  for (const { token, id } of jobs) groups.set(token, [...(groups.get(token) ?? []), id]);
  return groups;
};
