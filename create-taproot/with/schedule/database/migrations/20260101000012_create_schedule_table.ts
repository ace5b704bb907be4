import { type MigrationDb, sql } from '@taproot/database';

const run = async (db: MigrationDb, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

export const up = (db: MigrationDb): Promise<void> =>
  run(db, [
    `create table schedule_marks (
  id varchar(190)/*! character set utf8mb4 collate utf8mb4_bin*/ primary key,
  content varchar(190)/*! character set utf8mb4 collate utf8mb4_bin*/ not null,
  ends_day integer not null
)`,
    'create index schedule_marks_day on schedule_marks (ends_day)',
  ]);

export const down = (db: MigrationDb): Promise<void> => run(db, ['drop table schedule_marks']);
