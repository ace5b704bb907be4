import { type Kysely, MysqlAdapter, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import { checkColumn, checkTable } from '../catalog/check-identifier.ts';

interface Named {
  readonly name: string;
}

/**
 * Removes columns from a table, and also their indexes and foreign keys. Otherwise SQLite would refuse to drop a column with an index, and
 * MySQL a column with a foreign key.
 * @example export const down = (db: MigrationDb) => dropColumns(db, 'users', 'role');
 */
export const dropColumns = async <Database>(
  db: Kysely<Database>,
  table: string,
  ...columns: readonly [string, ...string[]]
): Promise<void> => {
  checkTable(table);
  const { adapter } = db.getExecutor();
  for (const column of columns) {
    checkColumn(column);
    if (adapter instanceof MysqlAdapter) await dropForeignKeys(db, table, column);
    else if (!(adapter instanceof PostgresAdapter)) await dropIndexes(db, table, column);
    await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(db);
  }
};

const dropForeignKeys = async <Database>(db: Kysely<Database>, table: string, column: string): Promise<void> => {
  const keys = sql<Named>`
    select constraint_name as name from information_schema.key_column_usage
    where table_schema = database() and table_name = ${table} and column_name = ${column}
    and referenced_table_name is not null`;
  await dropEach(db, keys, (name) => sql`alter table ${sql.table(table)} drop foreign key ${sql.id(name)}`);
};

const dropIndexes = async <Database>(db: Kysely<Database>, table: string, column: string): Promise<void> => {
  const indexes = sql<Named>`
    select list.name from pragma_index_list(${table}) as list join pragma_index_info(list.name) as info
    where list.origin = 'c' and info.name = ${column}`;
  await dropEach(db, indexes, (name) => sql`drop index ${sql.id(name)}`);
};

const dropEach = async <Database>(
  db: Kysely<Database>,
  found: RawBuilder<Named>,
  drop: (name: string) => RawBuilder<unknown>,
): Promise<void> => {
  const { rows } = await found.execute(db);
  for (const { name } of rows) await drop(name).execute(db);
};
