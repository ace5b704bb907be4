import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
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
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, [
    'drop table queue_steps',
    'drop table queue_batches',
    'drop table queue_rates',
    'drop table queue_pauses',
    'drop table queue_effects',
    'drop table queue_jobs',
  ]);
