import { type CreateTableBuilder, PostgresAdapter } from 'kysely';
import type { MigrationDb } from './migration-db.ts';

/**
 * Adds a primary key that the database counts up by itself, as each engine writes it; for `$call()`:
 * `db.schema.createTable('posts').$call(increments(db))`.
 */
export const increments =
  (db: Pick<MigrationDb, 'getExecutor'>, column = 'id') =>
  <Table extends string, Columns extends string>(table: CreateTableBuilder<Table, Columns>) =>
    db.getExecutor().adapter instanceof PostgresAdapter
      ? table.addColumn(column, 'integer', (id) => id.primaryKey().generatedByDefaultAsIdentity())
      : table.addColumn(column, 'integer', (id) => id.primaryKey().autoIncrement());
