import {
  type AnyTables,
  type Kysely,
  type PluginDatabase,
  sql,
  type Tables,
  type Transaction,
  transaction,
} from '@taproot/database';
import type { HeldJob } from './engine.ts';
import { errors } from './errors.ts';
import { onTables } from './tables.ts';

/** The transaction in which `run.once()` does its work. */
export type PluginTransaction = Transaction<Tables>;

/** The database of effects, and the job that has them. */
export interface EffectOf {
  readonly database: PluginDatabase;
  readonly job: HeldJob & { readonly name: string };
  /** Whether the row of the job is in this database, so that its lease can be checked in the same transaction. */
  readonly fenced: boolean;
}

/**
 * Does an effect once for a job, in one transaction with the row that remembers it. Of two workers with the same job, the second one waits
 * at the primary key until the first one has committed.
 *
 * @throws E_JOB_LEASE when another worker has the job, or has ended it.
 */
export const effectOnce = async <Result>(
  { database, job, fenced }: EffectOf,
  effect: string,
  work: (trx: PluginTransaction) => Promise<Result>,
): Promise<Result> => {
  const key = { job_id: job.id, effect };
  return transaction(
    database.current,
    async (trx) => {
      const insert = trx.insertInto('queue_effects').values(key);
      const once = database.driver === 'mysql' ? insert.ignore() : insert.onConflict((one) => one.doNothing());
      const { numInsertedOrUpdatedRows: added = 0n } = await onTables(once.executeTakeFirstOrThrow());
      if (added === 0n) {
        const done = await trx
          .selectFrom('queue_effects')
          .select('result')
          .where('job_id', '=', job.id)
          .where('effect', '=', effect)
          .executeTakeFirstOrThrow();
        return JSON.parse(typeof done['result'] === 'string' ? done['result'] : 'null') as Result;
      }
      // Only after the insert: a worker that ended the job has also removed its effects, and would let this one in again.
      if (fenced) {
        const { rows } = await sql`select id from queue_jobs where id = ${job.id} and token = ${job.token}`.execute(
          trx,
        );
        if (rows.length === 0) throw errors.E_JOB_LEASE({ job: job.name, id: job.id });
      }
      // A cast, because only the application knows its tables.
      const result = await work(trx as unknown as PluginTransaction);
      const text = JSON.stringify(result ?? null);
      await trx
        .updateTable('queue_effects')
        .set({ result: text })
        .where('job_id', '=', job.id)
        .where('effect', '=', effect)
        .execute();
      return result;
    },
    { ambient: true },
  );
};

/** Forgets an effect of a job. Resolves to 1 if there was one, else to 0. */
export const deleteEffect = async (trx: Kysely<AnyTables>, id: string, effect: string): Promise<number> => {
  const remove = trx.deleteFrom('queue_effects').where('job_id', '=', id).where('effect', '=', effect);
  return Number((await remove.executeTakeFirst()).numDeletedRows);
};
