import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
    `create table personal_access_tokens (
  hash char(64) primary key,
  guard varchar(255) not null,
  user_id varchar(255) not null,
  name varchar(255) not null,
  abilities text,
  created_at bigint not null,
  last_used_at bigint,
  expires_at bigint
)`,
    'create index personal_access_tokens_user on personal_access_tokens (user_id)',
    `create table auth_revocations (
  token varchar(64) primary key,
  expires_at bigint not null,
  expires_day integer not null
)`,
    'create index auth_revocations_day on auth_revocations (expires_day)',
    `create table remember_tokens (
  series char(22) primary key,
  guard varchar(255) not null,
  user_id varchar(255) not null,
  hash char(64) not null,
  previous char(64),
  used_at bigint not null,
  expires_at bigint not null
)`,
    'create index remember_tokens_user on remember_tokens (user_id)',
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, ['drop table personal_access_tokens', 'drop table auth_revocations', 'drop table remember_tokens']);
