import { type Kysely, sql } from 'kysely';
import { checkColumn } from '../catalog/check-identifier.ts';
import { errors } from '../errors.ts';
import type { Tables } from '../tables.ts';

/** A row by its columns. */
export type InsertedRow = Readonly<Record<string, unknown>>;

/** Inserts a row and reads it back: MySQL and MariaDB do not return it. */
export const insertRow = async (
  db: Kysely<Tables>,
  table: string,
  values: Readonly<Record<string, unknown>>,
  key: string,
): Promise<InsertedRow> => {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const columns = sql.join(given.map(([name]) => sql.ref(checkColumn(name))));
  const insert = sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(given.map(([, value]) => value))})`;
  if (db.getExecutor().adapter.supportsReturning)
    return one(await sql<InsertedRow>`${insert} returning *`.execute(db), table);
  const { insertId } = await insert.execute(db);
  const found = sql<InsertedRow>`select * from ${sql.table(table)} where ${sql.ref(key)} = ${values[key] ?? insertId}`;
  return one(await found.execute(db), table);
};

const one = ({ rows: [row] }: { readonly rows: readonly InsertedRow[] }, table: string): InsertedRow => {
  if (row === undefined) throw errors.E_FACTORY_ROW({ table });
  return row;
};
