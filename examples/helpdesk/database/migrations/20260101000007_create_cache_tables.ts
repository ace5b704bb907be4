import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
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
  ]);

export const down = (db: MigrationDb): Promise<void> => run(db, ['drop table cache_locks', 'drop table cache_entries']);
