import { type RawBuilder, sql } from 'kysely';
import type { DriverName } from '../catalog/catalog.ts';
import type { Connection } from '../connection/connection.ts';
import { stateTable } from './state-table.ts';

type Db = Connection['db'];

interface Table {
  readonly name: string;
}

/** Empties all tables except those of migrations and tests. Keys count from 1 again. */
export const truncate = ({ db, settings }: Connection): Promise<void> =>
  // Foreign key checks are off for one session only, so everything runs in that session.
  db.connection().execute((session) => truncates[settings.driver](session));

const kept = new Set([stateTable, 'kysely_migration', 'kysely_migration_lock']);

const namesIn = async (db: Db, tables: RawBuilder<Table>): Promise<readonly string[]> =>
  (await tables.execute(db)).rows.map(({ name }) => name).filter((name) => !kept.has(name));

const tablesOf: Readonly<Record<DriverName, RawBuilder<Table>>> = {
  sqlite: sql`select name from sqlite_schema where type = 'table' and name not like 'sqlite\\_%' escape '\\'`,
  pgsql: sql`select relname as name from pg_catalog.pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition`,
  mysql: sql`select table_name as name from information_schema.tables
    where table_schema = database() and table_type = 'BASE TABLE'`,
};

const isEmpty = async (db: Db, name: string): Promise<boolean> =>
  (await sql`select 1 from ${sql.id(name)} limit 1`.execute(db)).rows.length === 0;

/** Whether any table has rows, apart from the tables of migrations and tests. */
export const hasRows = async ({ db, settings }: Connection): Promise<boolean> => {
  for (const name of await namesIn(db, tablesOf[settings.driver])) if (!(await isEmpty(db, name))) return true;
  return false;
};

const truncates: Readonly<Record<DriverName, (db: Db) => Promise<void>>> = {
  sqlite: async (db) => {
    const names = await namesIn(db, tablesOf.sqlite);
    await sql`pragma foreign_keys = off`.execute(db);
    try {
      for (const name of names) await sql`delete from ${sql.id(name)}`.execute(db);
    } finally {
      await sql`pragma foreign_keys = on`.execute(db);
    }
    const counted = await namesIn(db, sql`select name from sqlite_schema where name = 'sqlite_sequence'`);
    if (counted.length > 0) await sql`delete from sqlite_sequence`.execute(db);
  },
  pgsql: async (db) => {
    const names = await namesIn(db, tablesOf.pgsql);
    if (names.length === 0) return;
    await sql`truncate ${sql.join(names.map((name) => sql.id(name)))} restart identity cascade`.execute(db);
  },
  mysql: async (db) => {
    const names = await namesIn(db, tablesOf.mysql);
    await sql`set session foreign_key_checks = 0`.execute(db);
    try {
      // `truncate` is slow even for an empty table, so it runs only for tables with rows.
      for (const name of names) if (!(await isEmpty(db, name))) await sql`truncate table ${sql.id(name)}`.execute(db);
    } finally {
      await sql`set session foreign_key_checks = 1`.execute(db);
    }
  },
};
