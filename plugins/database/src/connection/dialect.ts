import {
  type Dialect,
  MysqlAdapter,
  MysqlIntrospector,
  MysqlQueryCompiler,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { Settings } from '../config/settings.ts';
import { mysql } from '../drivers/mysql.ts';
import { pgsql } from '../drivers/pgsql.ts';
import { type ErrorListeners, PooledDriver } from '../drivers/pooled-driver.ts';
import { SqliteDriver } from '../drivers/sqlite/sqlite-driver.ts';
import { errors } from '../errors.ts';

/** SQLite's statements on tables can be rolled back; kysely leaves that out because one pragma cannot. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** Neither reads rows of an insert by kysely: without this the row would be written, and its caller get a row count. */
class MysqlCompiler extends MysqlQueryCompiler {
  protected override visitReturning(): never {
    throw errors.E_DATABASE_RETURNING();
  }
}

/** What kysely needs to speak to a connection. */
export const dialectOf = (settings: Settings, listeners: ErrorListeners): Dialect => {
  if (settings.driver === 'sqlite')
    return {
      createDriver: () => new SqliteDriver(settings, listeners.report),
      createAdapter: () => new TransactionalSqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (db) => new SqliteIntrospector(db),
    };
  if (settings.driver === 'pgsql')
    return {
      createDriver: () => new PooledDriver(pgsql, settings, listeners),
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (db) => new PostgresIntrospector(db),
    };
  return {
    createDriver: () => new PooledDriver(mysql, settings, listeners),
    createAdapter: () => new MysqlAdapter(),
    createQueryCompiler: () => new MysqlCompiler(),
    createIntrospector: (db) => new MysqlIntrospector(db),
  };
};
