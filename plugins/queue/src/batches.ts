import { hasCode } from '@taproot/core';
import { type AnyTables, type Kysely, type PluginDatabase, sql, transaction } from '@taproot/database';
import { deleteEffect, effectOnce } from './effects.ts';
import { type NewJob, nowhere, type TakenJob } from './engine.ts';
import { clock } from './engines/sql.ts';
import { errors } from './errors.ts';
import { jobId } from './job-id.ts';
import type { QueueRuntime } from './queue-runtime.ts';

/** A chain or a batch that was dispatched, and how far it is. */
export interface BatchState {
  /** The id that `chain()` or `batch()` has given. */
  readonly id: string;
  /** Whether its jobs run one after the other, or all at once. */
  readonly kind: 'chain' | 'batch';
  /** The name that the dispatcher gave; null for none. */
  readonly name: string | null;
  /** How many jobs it has. */
  readonly total: number;
  /** How many are done. */
  readonly done: number;
  /** How many have failed for good. `queue:retry` lets them begin again. */
  readonly failed: number;
  /** How many did not run, because it was cancelled. */
  readonly skipped: number;
  /** The part that is done, from 0 to 1. */
  readonly progress: number;
  /** Whether it was cancelled, by `cancel()` or by a failure. */
  readonly cancelled: boolean;
  /** Whether none of its jobs will run any more, unless a failed one is tried again. */
  readonly ended: boolean;
}

/** A chain or a batch to start. */
export interface NewBatch {
  readonly kind: 'chain' | 'batch';
  readonly name: string | null;
  readonly members: readonly NewJob[];
  /** Jobs that are dispatched when all are done, when one has failed for good, and when none will run any more. */
  readonly followers: { readonly [Place in keyof typeof places]: NewJob | null };
  readonly stopOnFailure: boolean;
}

/** Steps of a chain have the places from 1 on. */
const places = { whenDone: -1, whenFailed: -2, whenEnded: -3 } as const;

/** The effect of a job that counts its end. No effect of an application begins like this. */
const counted = { done: '~done', failed: '~failed' } as const;

/** Marks a job as a member. */
const memberOf = (id: string, job: NewJob): NewJob => ({ ...job, origin: { ...(job.origin ?? nowhere), batch: id } });

/** Its rows, and the jobs that may begin at once, in one transaction: `given`, the ambient one, or one of its own. */
export const startBatch = async (runtime: QueueRuntime, batch: NewBatch, given: object | null): Promise<string> => {
  const { kind, name, members, followers } = batch;
  const database = databaseOf(runtime);
  const id = jobId();
  const [first, ...others] = members.map((job) => memberOf(id, job));
  const begins = first === undefined ? [] : kind === 'chain' ? [first] : [first, ...others];
  const steps = (kind === 'chain' ? others : []).map((job, i) => stepOf(id, i + 1, job));
  for (const [key, place] of Object.entries(places)) {
    const job = followers[key as keyof typeof places];
    if (job !== null) steps.push(stepOf(id, place, job));
  }
  await transaction((given ?? database.current) as Kysely<AnyTables>, async (trx) => {
    const row = { id, kind, name, total: members.length, stop_on_failure: batch.stopOnFailure ? 1 : 0 };
    await trx.insertInto('queue_batches').values(row).execute();
    for (let i = 0; i < steps.length; i += 100)
      await trx
        .insertInto('queue_steps')
        .values(steps.slice(i, i + 100))
        .execute();
    if (begins.length > 0) await runtime.add(begins, trx);
    else await follow(runtime, trx, id);
  });
  return id;
};

const stepOf = (batch: string, place: number, { payload, ...job }: NewJob) => ({
  batch_id: batch,
  place,
  job: JSON.stringify(job),
  payload,
});

/** How a member is to end. */
export type MemberEnd = 'done' | 'fail' | 'skip';

/**
 * Counts the end of a member once, and dispatches what follows, in one transaction. A worker that is killed behind it leaves a job that counts
 * already. Resolves to how the job ended: one that is done is never counted as failed. Null if its lease is lost.
 */
export const endMember = async (runtime: QueueRuntime, job: TakenJob, end: MemberEnd): Promise<MemberEnd | null> => {
  const id = job.origin?.batch ?? '';
  const database = databaseOf(runtime);
  const of = { database, job, fenced: runtime.isFenced };
  runtime.noteEffects(job.id);
  const key = end === 'fail' ? counted.failed : counted.done;
  try {
    return await effectOnce(of, key, async (given): Promise<MemberEnd> => {
      // A cast back: it is typed for the tables of applications.
      const trx = given as unknown as Kysely<AnyTables>;
      if (end === 'fail') {
        const isDone = await trx
          .selectFrom('queue_effects')
          .select('effect')
          .where('job_id', '=', job.id)
          .where('effect', '=', counted.done)
          .executeTakeFirst();
        if (isDone !== undefined) return 'done';
        const stopped = sql`case when stop_on_failure = 1 then ${clock[database.driver]} else null end`;
        await sql`update queue_batches set failed = failed + 1, cancelled_at = coalesce(cancelled_at, ${stopped})
          where id = ${id}`.execute(trx);
      } else {
        // It failed, and a person let it begin again.
        const undone = sql.lit(await deleteEffect(trx, job.id, counted.failed));
        const column = sql.ref(end === 'done' ? 'done' : 'skipped');
        await sql`update queue_batches set ${column} = ${column} + 1, failed = failed - ${undone} where id = ${id}`.execute(
          trx,
        );
      }
      await follow(runtime, trx, id);
      return end;
    });
  } catch (error) {
    if (hasCode(error, 'E_JOB_LEASE')) return null;
    throw error;
  }
};

/** Dispatches what follows from the counts. The caller has changed the row, so no other process does this at the same time. */
const follow = async (runtime: QueueRuntime, trx: Kysely<AnyTables>, id: string): Promise<void> => {
  const row = await trx.selectFrom('queue_batches').selectAll().where('id', '=', id).executeTakeFirst();
  // Forgotten: a job of it failed, and was tried again a long time after its end.
  if (row === undefined) return;
  const { kind, total, done, failed, skipped, cancelled } = stateOf(row);
  const isDone = done === total;
  const next = kind === 'chain' && failed === 0 && !cancelled ? await nextPlace(trx, id) : null;
  const isOver = kind === 'chain' ? next === null : done + failed + skipped >= total;
  const due = [
    ...(next === null ? [] : [next]),
    ...(failed > 0 ? [places.whenFailed] : []),
    ...(isDone ? [places.whenDone] : []),
    ...(isOver ? [places.whenEnded] : []),
  ];
  const { driver } = databaseOf(runtime);
  await sql`update queue_batches set ended_at = ${isOver ? clock[driver] : null} where id = ${id}`.execute(trx);
  for (const place of due) {
    const step = trx.deleteFrom('queue_steps').where('batch_id', '=', id).where('place', '=', place);
    const found = await trx
      .selectFrom('queue_steps')
      .select(['job', 'payload'])
      .where('batch_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst();
    if (found === undefined) continue;
    await step.execute();
    const job = JSON.parse(String(found['job'])) as Omit<NewJob, 'payload'>;
    await runtime.add([{ ...job, payload: String(found['payload']) }], trx);
  }
};

const nextPlace = async (trx: Kysely<AnyTables>, id: string): Promise<number | null> => {
  const steps = trx.selectFrom('queue_steps').select('place').where('batch_id', '=', id).where('place', '>', 0);
  const row = await steps.orderBy('place').limit(1).executeTakeFirst();
  return row === undefined ? null : Number(row['place']);
};

/** Whether a member that was taken is to run: `done` if its end counts already, `skip` if its batch was cancelled. */
export const howToBegin = async (runtime: QueueRuntime, { id, origin }: TakenJob): Promise<'run' | 'skip' | 'done'> => {
  const { rows } = await sql<
    Record<'cancelled_at' | 'effect', unknown>
  >`select b.cancelled_at, e.effect from queue_batches b
    left join queue_effects e on e.job_id = ${id} and e.effect = ${counted.done}
    where b.id = ${origin?.batch ?? ''}`.execute(databaseOf(runtime).db);
  const [row] = rows;
  if (row !== undefined && row.effect !== null) return 'done';
  return row === undefined || row.cancelled_at === null ? 'run' : 'skip';
};

/** Those of the chains and batches that were cancelled. */
export const cancelledOf = async (runtime: QueueRuntime, ids: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string }>`select id from queue_batches
    where id in (${sql.join(ids)}) and cancelled_at is not null`.execute(databaseOf(runtime).db);
  return rows.map(({ id }) => id);
};

/** The chain or batch with this id; null if there is none, or it ended more than a week ago. */
export const findBatch = async (runtime: QueueRuntime, id: string): Promise<BatchState | null> => {
  const db = databaseOf(runtime).current;
  const row = await db.selectFrom('queue_batches').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : stateOf(row);
};

/** Cancels it; false if there is none. One that has ended stays as it is. */
export const cancelBatch = async (runtime: QueueRuntime, id: string): Promise<boolean> => {
  const { current, driver } = databaseOf(runtime);
  await sql`update queue_batches set cancelled_at = ${clock[driver]}
    where id = ${id} and cancelled_at is null and ended_at is null`.execute(current);
  return (await findBatch(runtime, id)) !== null;
};

const stateOf = (row: Readonly<Record<string, unknown>>): BatchState => {
  const { id, kind, name, cancelled_at: cancelled, ended_at: ended } = row;
  const [total = 0, done = 0, failed = 0, skipped = 0] = ['total', 'done', 'failed', 'skipped'].map((key) =>
    Number(row[key]),
  );
  return {
    id: String(id),
    kind: kind === 'chain' ? 'chain' : 'batch',
    name: typeof name === 'string' ? name : null,
    total,
    done,
    failed,
    skipped,
    progress: total === 0 ? 1 : done / total,
    cancelled: cancelled !== null,
    ended: ended !== null,
  };
};

const databaseOf = (runtime: QueueRuntime): PluginDatabase => {
  if (runtime.database === null) throw errors.E_QUEUE_BATCH_DATABASE();
  return runtime.database;
};

const progress = '~progress';

/** Remembers how far a job is. Its engine removes the row with the job. */
export const writeProgress = async (runtime: QueueRuntime, id: string, part: number): Promise<void> => {
  const { db, driver } = databaseOf(runtime);
  runtime.noteEffects(id);
  const result = JSON.stringify(part);
  const row = { job_id: id, effect: progress, result };
  const update = db
    .updateTable('queue_effects')
    .set({ result })
    .where('job_id', '=', id)
    .where('effect', '=', progress);
  if ((await update.executeTakeFirst()).numUpdatedRows > 0n) return;
  const insert = db.insertInto('queue_effects').values(row);
  await (driver === 'mysql' ? insert.ignore() : insert.onConflict((one) => one.doNothing())).execute();
};

/** How far a job is; null if it has said nothing, or has ended. */
export const readProgress = async (runtime: QueueRuntime, id: string): Promise<number | null> => {
  const { db } = databaseOf(runtime);
  const find = db.selectFrom('queue_effects').select('result').where('job_id', '=', id).where('effect', '=', progress);
  const row = await find.executeTakeFirst();
  return row === undefined ? null : Number(row['result']);
};
