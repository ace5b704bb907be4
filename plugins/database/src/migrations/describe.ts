import { basename } from 'node:path';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';

/** A column as `db:show` lists it. */
export interface ShownColumn {
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  readonly default: boolean;
}

/** A table as `db:show` lists it. */
export interface ShownTable {
  readonly name: string;
  readonly rows: number;
  /** Size with indexes; null if the engine does not say. */
  readonly bytes: number | null;
  readonly columns: readonly ShownColumn[];
}

/** A database as `db:show` lists it. */
export interface ShownDatabase {
  readonly connection: string;
  readonly driver: string;
  readonly version: string;
  readonly database: string;
  readonly bytes: number;
  readonly tables: readonly ShownTable[];
}

interface Size {
  readonly name: string;
  readonly bytes: number | string;
  /** The current schema, on PostgreSQL. */
  readonly schema?: string;
}

const versions = {
  sqlite: sql<{ version: string }>`select sqlite_version() as version`,
  pgsql: sql<{ version: string }>`select split_part(current_setting('server_version'), ' ', 1) as version`,
  mysql: sql<{ version: string }>`select version() as version`,
};

const totals = {
  sqlite: sql<Size>`select '' as name, page_count * page_size as bytes from pragma_page_count, pragma_page_size`,
  pgsql: sql<Size>`select current_database() as name, pg_database_size(current_database()) as bytes,
    current_schema() as schema`,
  mysql: sql<Size>`
    select database() as name, cast(coalesce(sum(data_length + index_length), 0) as unsigned) as bytes
    from information_schema.tables where table_schema = database()`,
};

const sizes: Record<'pgsql' | 'mysql', RawBuilder<Size>> = {
  pgsql: sql`
    select relname as name, pg_total_relation_size(oid) as bytes from pg_catalog.pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  mysql: sql`
    select table_name as name, cast(data_length + index_length as unsigned) as bytes
    from information_schema.tables where table_schema = database()`,
};

/** The tables of a connection with their columns, rows and sizes. Rows are counted one table after another. */
export const describeDatabase = (connection: Connection): Promise<ShownDatabase> =>
  connection.withPatience(async (db) => {
    const { driver } = connection.settings;
    const one = async <Row>(query: RawBuilder<Row>): Promise<Row | undefined> => (await query.execute(db)).rows[0];
    const total = await one(totals[driver]);
    const found = driver === 'sqlite' ? [] : (await sizes[driver].execute(db)).rows;
    const bytesOf = new Map(found.map(({ name, bytes }) => [name, Number(bytes)]));
    const tables: ShownTable[] = [];
    for (const { name, isView, columns, schema } of await db.introspection.getTables()) {
      // Other schemas of PostgreSQL may not be readable for this user.
      if (isView || (driver === 'pgsql' && schema !== total?.schema)) continue;
      const count = await one(sql<{ rows: number }>`select count(*) as ${sql.id('rows')} from ${sql.id(name)}`);
      tables.push({
        name,
        rows: count?.rows ?? 0,
        bytes: bytesOf.get(name) ?? null,
        columns: columns.map((column) => ({
          name: column.name,
          type: column.dataType,
          nullable: column.isNullable,
          default: column.hasDefaultValue || column.isAutoIncrementing,
        })),
      });
    }
    return {
      connection: connection.name,
      driver,
      version: (await one(versions[driver]))?.version ?? '',
      database: connection.settings.driver === 'sqlite' ? basename(connection.settings.path) : (total?.name ?? ''),
      bytes: Number(total?.bytes ?? 0),
      tables,
    };
  });
