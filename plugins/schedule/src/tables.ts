/**
 * The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. A row is a note that processes share: a run
 * that one of them has begun, the last run of an entry, an entry that is running. `ends_day` is the day after which it may be removed.
 */
export const scheduleTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the table. */
  up: [
    `create table schedule_marks (
  id varchar(190)/*! character set utf8mb4 collate utf8mb4_bin*/ primary key,
  content varchar(190)/*! character set utf8mb4 collate utf8mb4_bin*/ not null,
  ends_day integer not null
)`,
    'create index schedule_marks_day on schedule_marks (ends_day)',
  ],
  /** Statements that drop it. */
  down: ['drop table schedule_marks'],
};
