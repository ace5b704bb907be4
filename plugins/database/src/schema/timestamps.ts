import type { CreateTableBuilder } from 'kysely';
import { now, timestamp } from './column-types.ts';

/**
 * Adds `created_at` and `updated_at`, which the database fills when a row is inserted. An update sets its `updated_at`
 * itself: `set({ title, updated_at: now() })`.
 * @example db.schema.createTable('posts').addColumn('id', increments()).$call(timestamps)
 */
export const timestamps = <Table extends string, Columns extends string>(
  table: CreateTableBuilder<Table, Columns>,
): CreateTableBuilder<Table, Columns | 'created_at' | 'updated_at'> =>
  table
    .addColumn('created_at', timestamp(), (at) => at.notNull().defaultTo(now()))
    .addColumn('updated_at', timestamp(), (at) => at.notNull().defaultTo(now()));
