import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
    `create table account_tokens (
  hash char(64) primary key,
  purpose varchar(64) not null,
  subject varchar(255) not null,
  data text not null,
  expires_at bigint not null,
  ends_day integer not null
)`,
    'create index account_tokens_subject on account_tokens (subject, purpose)',
    'create index account_tokens_day on account_tokens (ends_day)',
    `create table two_factors (
  user_id varchar(255) primary key,
  secret text not null,
  confirmed integer not null,
  last_step bigint not null
)`,
    `create table recovery_codes (
  hash char(64) primary key,
  user_id varchar(255) not null
)`,
    'create index recovery_codes_user on recovery_codes (user_id)',
    `create table passkeys (
  hash char(64) primary key,
  credential text not null,
  user_id varchar(255) not null,
  public_key text not null,
  counter bigint not null,
  transports varchar(255) not null,
  name varchar(255) not null,
  created_at bigint not null,
  used_at bigint
)`,
    'create index passkeys_user on passkeys (user_id)',
    `create table linked_accounts (
  hash char(64) primary key,
  provider varchar(64) not null,
  subject varchar(255) not null,
  user_id varchar(255) not null,
  created_at bigint not null
)`,
    'create index linked_accounts_user on linked_accounts (user_id)',
  ]);

export const down = (db: MigrationDb): Promise<void> =>
  run(db, [
    'drop table account_tokens',
    'drop table two_factors',
    'drop table recovery_codes',
    'drop table passkeys',
    'drop table linked_accounts',
  ]);
