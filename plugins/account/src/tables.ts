/** The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. */
export const accountTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the tables. */
  up: [
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
  ],
  /** Statements that drop them. */
  down: ['account_tokens', 'two_factors', 'recovery_codes', 'passkeys', 'linked_accounts'].map(
    (table) => `drop table ${table}`,
  ),
};
