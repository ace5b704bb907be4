import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
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
  ]);

export const down = (db: MigrationDb): Promise<void> => run(db, ['drop table sessions']);
