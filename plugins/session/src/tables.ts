/** The statements of the migration, in SQL that SQLite, PostgreSQL, MySQL and MariaDB understand. */
export const sessionTables: { readonly up: readonly string[]; readonly down: readonly string[] } = {
  /** Statements that make the table. */
  up: [
    `create table sessions (
  id char(64) primary key,
  user_id varchar(255),
  data text not null,
  version integer not null,
  began_at bigint not null,
  touched_at bigint not null,
  ends_day integer not null
)`,
    'create index sessions_user on sessions (user_id)',
    'create index sessions_day on sessions (ends_day)',
  ],
  /** Statements that drop it. */
  down: ['drop table sessions'],
};
