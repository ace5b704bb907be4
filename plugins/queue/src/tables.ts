/**
 * The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. `due_at` is when a job may be taken: its
 * time, or the end of its lease; null when it has failed for good. Times are milliseconds since 1970, on the clock of the database.
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
  ],
  /** Statements that drop them. */
  down: ['drop table queue_pauses', 'drop table queue_effects', 'drop table queue_jobs'],
};
