import { type Insertable, PostgresAdapter, sql } from 'kysely';
import { checkColumn } from '../catalog/check-identifier.ts';
import type { Queryable } from '../tables.ts';

/**
 * Inserts a row and resolves to the key that the database generated, on every engine. (PostgreSQL returns keys only with `returning`; MySQL
 * and MariaDB do not have it.) `db` may be a transaction. It rejects with the errors of the insert.
 *
 * @example const id = await insertGetId(facades.DB(), 'users', { email, password });
 */
export const insertGetId = async <Database, Table extends keyof Database & string>(
  db: Queryable<Database>,
  table: Table,
  row: NoInfer<Insertable<Database[Table]>>,
  column = 'id',
): Promise<number> => {
  const entries = Object.entries(row).filter(([, value]) => value !== undefined);
  const columns = sql.join(entries.map(([name]) => sql.ref(checkColumn(name))));
  const insert = sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(entries.map(([, value]) => value))})`;
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return Number((await insert.execute(db)).insertId);
  const { rows } = await sql<{ id: unknown }>`${insert} returning ${sql.ref(column)} as id`.execute(db);
  return Number(rows[0]?.id);
};
