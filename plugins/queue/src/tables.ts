import { withTables } from '@taproot/core/internal';
import { errors } from './errors.ts';

/** The tables of the queue, the latest first. */
export const tableNames: readonly string[] = ['steps', 'batches', 'rates', 'pauses', 'effects', 'jobs'].map(
  (name) => `queue_${name}`,
);

/**
 * The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. `due_at` is when a job may be taken: its
 * time, or the end of its lease; null when it has failed for good. Chains and batches are rows of `queue_batches`, their
 * jobs that may not begin yet are rows of `queue_steps`. Times are milliseconds since 1970, on the clock of the database.
 */
export const queueTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the tables. */
  up: [
    `create table queue_jobs (
  id varchar(36) primary key,
  queue varchar(64) not null,
  level smallint not null,
  due_at bigint,
  name varchar(120) not null,
  payload text not null,
  attempt integer not null default 0,
  attempts integer not null,
  token varchar(36),
  unique_key varchar(64),
  unique_until_start smallint not null default 0,
  origin text,
  history text,
  failed_at bigint
)`,
    'create index queue_jobs_due on queue_jobs (queue, level, due_at, id)',
    'create index queue_jobs_failed on queue_jobs (failed_at)',
    'create unique index queue_jobs_unique on queue_jobs (unique_key)',
    `create table queue_effects (
  job_id varchar(36) not null,
  effect varchar(120) not null,
  result text,
  primary key (job_id, effect)
)`,
    'create table queue_pauses (queue varchar(64) primary key)',
    'create table queue_rates (queue varchar(64) primary key, next_at bigint not null)',
    `create table queue_batches (
  id varchar(36) primary key,
  kind varchar(5) not null,
  name varchar(120),
  total integer not null,
  done integer not null default 0,
  failed integer not null default 0,
  skipped integer not null default 0,
  stop_on_failure smallint not null default 0,
  cancelled_at bigint,
  ended_at bigint
)`,
    'create index queue_batches_ended on queue_batches (ended_at)',
    `create table queue_steps (
  batch_id varchar(36) not null,
  place integer not null,
  job text not null,
  payload text not null,
  primary key (batch_id, place)
)`,
  ],
  /** Statements that drop them. */
  down: tableNames.map((name) => `drop table ${name}`),
};

/** Runs statements on the tables. One that is missing, or lacks a column, is `E_QUEUE_TABLE`. */
export const onTables = <Result>(work: Promise<Result>): Promise<Result> =>
  withTables(work, (cause) => errors.E_QUEUE_TABLE({ cause }));
