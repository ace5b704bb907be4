import { type AnyTables, type Kysely, type PluginDatabase, type RawBuilder, sql } from '@taproot/database';
import type { Attempt, JobOrigin, TakenJob, TakeOptions } from '../engine.ts';
import { levels } from '../job.ts';
import { allowance, intervalOf } from './rates.ts';

/** A row of `queue_jobs`. Some drivers give big integers as text. */
export interface JobRow {
  readonly id: string;
  readonly queue: string;
  readonly name: string;
  readonly payload: string;
  readonly attempt: number | string;
  readonly attempts: number | string;
  readonly history: string | null;
  readonly origin: string | null;
  readonly failed_at: number | string | null;
}

type Driver = PluginDatabase['driver'];

/** Milliseconds since 1970, on the clock of the database, so that clocks of machines may differ. */
export const clock: Readonly<Record<Driver, RawBuilder<number>>> = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  pgsql: sql<number>`cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`,
  mysql: sql<number>`(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)`,
};

const columns = sql.raw('id, queue, name, payload, attempt, attempts, history, origin, failed_at');

/** The jobs of one queue and level that may be taken. Rows that another worker takes now are left out. */
const due = (driver: Driver, queue: string, level: number, limit: RawBuilder<unknown>): RawBuilder<unknown> => {
  const paused = sql`not exists (select 1 from queue_pauses where queue = ${queue})`;
  const lock = driver === 'sqlite' ? sql`` : sql`for update skip locked`;
  return sql`select id from queue_jobs where queue = ${queue} and level = ${level} and due_at <= ${clock[driver]} and ${paused}
    order by due_at, id limit ${limit} ${lock}`;
};

const changes = (driver: Driver, token: string, lease: number): RawBuilder<unknown> =>
  sql`token = ${token}, due_at = ${clock[driver]} + ${sql.lit(lease)},
    unique_key = case when unique_until_start = 1 then null else unique_key end`;

/** Takes jobs of one queue under a fresh token, those of the first level first. */
export const takeRows = async (
  place: Place,
  token: string,
  queue: string,
  { limit, lease }: Pick<TakeOptions, 'limit' | 'lease'>,
): Promise<readonly JobRow[]> => {
  const { driver, db } = place;
  if (driver === 'pgsql') {
    // One statement for all levels: each one costs the way to the server and back.
    const [high, normal, low] = [
      due(driver, queue, levels.high, sql.lit(limit)),
      due(driver, queue, levels.normal, sql`${sql.lit(limit)} - (select count(*) from high)`),
      due(
        driver,
        queue,
        levels.low,
        sql`${sql.lit(limit)} - (select count(*) from high) - (select count(*) from normal)`,
      ),
    ];
    const update = sql<
      JobRow & { level: number }
    >`with high as materialized (${high}), normal as materialized (${normal}),
      low as materialized (${low}), picked as (select id from high union all select id from normal union all select id from low)
      update queue_jobs set ${changes(driver, token, lease)} from picked where queue_jobs.id = picked.id
      returning ${sql.raw('queue_jobs.id, queue, name, payload, attempt, attempts, history, origin, failed_at, level')}`;
    return (await update.execute(db)).rows.toSorted((a, b) => a.level - b.level);
  }
  const rows: JobRow[] = [];
  for (const level of Object.values(levels))
    if (rows.length < limit)
      rows.push(...(await takeLevel(place, token, { queue, level, limit: limit - rows.length, lease })));
  return rows;
};

const takeLevel = async (
  { driver, db }: Place,
  token: string,
  {
    queue,
    level,
    limit,
    lease,
  }: { readonly queue: string; readonly level: number; readonly limit: number; readonly lease: number },
): Promise<readonly JobRow[]> => {
  const found = due(driver, queue, level, sql.lit(limit));
  if (driver === 'sqlite') {
    // Asks first: an update would take the lock for writing, also when there is nothing to do.
    const [first] = (await due(driver, queue, level, sql.lit(1)).execute(db)).rows;
    if (first === undefined) return [];
    const update = sql<JobRow>`update queue_jobs set ${changes(driver, token, lease)} where id in (${found}) returning ${columns}`;
    return (await update.execute(db)).rows;
  }
  // MySQL has no `returning`.
  return inTransaction({ driver, db }, async (trx) => {
    const ids = (await sql<{ id: string }>`${found}`.execute(trx)).rows.map(({ id }) => id);
    if (ids.length === 0) return [];
    await sql`update queue_jobs set ${changes(driver, token, lease)} where id in (${sql.join(ids)})`.execute(trx);
    return (await sql<JobRow>`select ${columns} from queue_jobs where id in (${sql.join(ids)})`.execute(trx)).rows;
  });
};

/** Works in a transaction, or in the one at hand. With REPEATABLE READ, MySQL would also lock gaps, which makes inserts wait. */
const inTransaction = <Result>(
  { driver, db }: Place,
  work: (trx: Kysely<AnyTables>) => Promise<Result>,
): Promise<Result> => {
  if (db.isTransaction) return work(db);
  const begun = db.transaction();
  return (driver === 'mysql' ? begun.setIsolationLevel('read committed') : begun).execute(work);
};

/**
 * Takes jobs of a queue with a limit: `take` gets how many it may take, and says how many it took. One worker at a time does so, behind the
 * row of the queue.
 */
export const withinRate = async (
  place: Place,
  queue: string,
  rate: number,
  take: (place: Place, allowed: number) => Promise<number>,
): Promise<void> => {
  const { driver, db } = place;
  // Asks first: most of the time there is nothing to do, and then nothing is locked.
  const isDue =
    await sql`select 1 from queue_jobs where queue = ${queue} and due_at <= ${clock[driver]} limit 1`.execute(db);
  if (isDue.rows.length === 0) return;
  const insert = db.insertInto('queue_rates').values({ queue, next_at: 0 });
  const find = sql<Record<'next' | 'now', unknown>>`select next_at as next, ${clock[driver]} as now from queue_rates
    where queue = ${queue} ${driver === 'sqlite' ? sql`` : sql`for update`}`;
  await inTransaction(place, async (trx) => {
    const [row] = (await find.execute(trx)).rows;
    const { count, from } = allowance(rate, Number(row?.next ?? 0), Number(row?.now ?? 0) * 1000);
    const taken = row === undefined || count === 0 ? 0 : await take({ driver, db: trx }, count);
    const next = sql.lit(from + taken * intervalOf(rate));
    if (taken > 0) await sql`update queue_rates set next_at = ${next} where queue = ${queue}`.execute(trx);
    return row === undefined;
  }).then(async (isNew) => {
    if (!isNew) return;
    if (driver === 'mysql') await insert.ignore().execute();
    else await insert.onConflict((one) => one.doNothing()).execute();
    await withinRate(place, queue, rate, take);
  });
};

/** The database, or a transaction of it. */
export interface Place {
  readonly driver: Driver;
  readonly db: Kysely<AnyTables>;
}

/** Deletes the jobs that this token still holds, with their effects. Resolves to their ids. */
export const deleteHeld = (
  { driver, db }: PluginDatabase,
  token: string,
  ids: readonly string[],
  withEffects: boolean,
): Promise<readonly string[]> => {
  const remove = async (from: Kysely<AnyTables>): Promise<readonly string[]> => {
    const held = await heldRows(driver, from, token, ids);
    if (held.length === 0) return held;
    await sql`delete from queue_jobs where id in (${sql.join(held)})`.execute(from);
    if (withEffects) await sql`delete from queue_effects where job_id in (${sql.join(held)})`.execute(from);
    return held;
  };
  const isOneStatement = driver !== 'mysql' && !withEffects;
  if (!isOneStatement) return db.transaction().execute(remove);
  const one = sql<{
    id: string;
  }>`delete from queue_jobs where token = ${token} and id in (${sql.join(ids)}) returning id`;
  return one.execute(db).then(({ rows }) => rows.map(({ id }) => id));
};

const heldRows = async (
  driver: Driver,
  from: Kysely<AnyTables>,
  token: string,
  ids: readonly string[],
): Promise<readonly string[]> => {
  const lock = driver === 'sqlite' ? sql`` : sql`for update`;
  const query = sql<{
    id: string;
  }>`select id from queue_jobs where token = ${token} and id in (${sql.join(ids)}) ${lock}`;
  return (await query.execute(from)).rows.map(({ id }) => id);
};

/** A taken job of its row. */
export const takenOf = (row: JobRow, token: string, vanished: (attempt: number) => Attempt): TakenJob => {
  const begun = Number(row.attempt);
  return {
    id: row.id,
    queue: row.queue,
    token,
    name: row.name,
    payload: row.payload,
    attempt: begun + 1,
    attempts: Number(row.attempts),
    ...withVanished(historyOf(row), begun, vanished),
    origin: row.origin === null ? null : (JSON.parse(row.origin) as JobOrigin),
  };
};

/** Completes the history of a job: attempts that began and have no entry are those of workers that were killed. */
export const withVanished = (
  known: readonly Attempt[],
  begun: number,
  vanished: (attempt: number) => Attempt,
): Pick<TakenJob, 'history' | 'vanished'> => {
  // A long history is kept without its first entries.
  const ended = known.at(-1)?.attempt ?? 0;
  const missing = Array.from({ length: Math.max(0, begun - ended) }, (_, i) => vanished(ended + i + 1));
  return { history: [...known, ...missing], vanished: missing.length > 0 };
};

/** The failed attempts of a job. */
export const historyOf = ({ history }: Pick<JobRow, 'history'>): Attempt[] =>
  history === null ? [] : (JSON.parse(history) as Attempt[]);
