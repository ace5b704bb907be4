export type { UniqueViolation } from '@taproot/core/plugin';
export type {
  ColumnDefinitionBuilder,
  ColumnType,
  Expression,
  ExpressionBuilder,
  Generated,
  GeneratedAlways,
  Insertable,
  JSONColumnType,
  Kysely,
  RawBuilder,
  Selectable,
  SqlBool,
  Transaction,
  Updateable,
} from 'kysely';
export { sql } from 'kysely';
export type { DatabaseConfig } from './config/config.ts';
export type {
  ConnectionConfig,
  MysqlConnection,
  PgsqlConnection,
  PoolConfig,
  SqliteConnection,
} from './config/connection-config.ts';
export type { AnyTables } from './connection/connection.ts';
export type { Databases } from './connection/databases.ts';
export type { PluginDatabase } from './connection/plugin-database.ts';
export type { DatabaseHooks, QueryEvent } from './database-hooks.ts';
export type { PoolUse } from './drivers/pooled-driver.ts';
export { errors } from './errors.ts';
export type {
  FactoryDefinition,
  RowContext,
  RowValues,
  StateOf,
  TableName,
} from './factories/definition.ts';
export { defineFactory, type Factory, type MadeRow } from './factories/factory.ts';
export type { RandomSource } from './factories/made-rows.ts';
export type { MigrationDb, MigrationStatus, Migrations } from './migrations/migrations.ts';
export type { Seeder, Seeders } from './migrations/seeders.ts';
export { type CursorOptions, type CursorPage, cursorPaginate } from './pages/cursor-paginate.ts';
export type { LinkedRequest } from './pages/page-links.ts';
export {
  type CursorRules,
  cursorRules,
  type PageLimits,
  type PageRules,
  pageRules,
  sortOf,
} from './pages/page-rules.ts';
export { type Page, type PageOptions, paginate } from './pages/paginate.ts';
export { database } from './plugin.ts';
export { uniqueViolation } from './presence/unique-violation.ts';
export { afterCommit } from './queries/after-commit.ts';
export { insertGetId } from './queries/insert-get-id.ts';
export { type TransactionOptions, transaction } from './queries/transaction.ts';
export {
  bigIncrements,
  bytes,
  decimal,
  increments,
  json,
  now,
  text,
  timestamp,
  timestamps,
  uuid,
} from './schema/column-types.ts';
export { dropColumns } from './schema/drop-columns.ts';
export type { ConnectionName, Connections, OpenDatabase, Queryable, Tables, TablesOf } from './tables.ts';
