import {
  type Dialect,
  MysqlAdapter,
  MysqlIntrospector,
  PostgresAdapter,
  PostgresIntrospector,
  SqliteAdapter,
  SqliteIntrospector,
} from 'kysely';
import type { Settings } from '../config/settings.ts';
import { mysql } from '../drivers/mysql.ts';
import { pgsql } from '../drivers/pgsql.ts';
import { type Listeners, PooledDriver } from '../drivers/pooled-driver.ts';
import { SqliteDriver } from '../drivers/sqlite/sqlite-driver.ts';
import { MysqlCompiler, PgsqlCompiler, SqliteCompiler } from '../schema/compilers.ts';

/** SQLite can roll back statements on tables. kysely says that it cannot, because of one pragma. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** The parts that kysely needs to use a connection. */
export const dialectOf = (settings: Settings, listeners: Listeners): Dialect => {
  if (settings.driver === 'sqlite')
    return {
      createDriver: () => new SqliteDriver(settings, listeners),
      createAdapter: () => new TransactionalSqliteAdapter(),
      createQueryCompiler: () => new SqliteCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    };
  if (settings.driver === 'pgsql')
    return {
      createDriver: () => new PooledDriver(pgsql, settings, listeners),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PgsqlCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    };
  return {
    createDriver: () => new PooledDriver(mysql, settings, listeners),
    createAdapter: () => new MysqlAdapter(),
    createQueryCompiler: () => new MysqlCompiler(),
    createIntrospector: (db) => new MysqlIntrospector(db),
  };
};
