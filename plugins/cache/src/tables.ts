/**
 * The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. Times are milliseconds since 1970; those of
 * locks are on the clock of the database. Only MySQL and MariaDB read the comments: they make columns of 16 MB.
 */
export const cacheTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the tables. */
  up: [
    `create table cache_entries (
  id varchar(255)/*! character set utf8mb4 collate utf8mb4_bin*/ primary key,
  content text/*!(16777215)*/ not null,
  expires_at bigint
)`,
    'create index cache_entries_expires on cache_entries (expires_at)',
    `create table cache_locks (
  name varchar(200)/*! character set utf8mb4 collate utf8mb4_bin*/ primary key,
  token varchar(36) not null,
  fence bigint not null,
  expires_at bigint not null,
  renewals bigint not null default 0,
  kept text/*!(16777215)*/,
  kept_until bigint
)`,
    'create index cache_locks_expires on cache_locks (expires_at)',
  ],
  /** Statements that drop them. */
  down: ['drop table cache_locks', 'drop table cache_entries'],
};
