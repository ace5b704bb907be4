import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DriverName } from '../catalog/catalog.ts';
import type { AnyTables } from '../connection/connection.ts';

type Db = Kysely<AnyTables>;

interface Item {
  readonly kind: string;
  readonly name: string;
}

/** Drops every table and view of a database with their rows. On PostgreSQL, drops those of the current schema, and its types. */
export const wipe = (db: Db, driver: DriverName): Promise<void> =>
  // Foreign key checks are off for one session only, so everything runs in that session.
  db.connection().execute((session) => wipes[driver](session));

const wipes: Readonly<Record<DriverName, (db: Db) => Promise<void>>> = {
  sqlite: async (db) => {
    const all = sql<Item>`
      select case type when 'view' then 'view' else 'table' end as kind, name from pragma_table_list
      where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'
      order by kind = 'table'`;
    const keys = (state: 'on' | 'off') => sql`pragma foreign_keys = ${sql.raw(state)}`.execute(db);
    await keys('off');
    try {
      await dropAll(db, all, ({ kind, name }) => sql`drop ${sql.raw(kind)} if exists ${sql.id(name)}`);
    } finally {
      await keys('on');
    }
  },
  pgsql: async (db) => {
    // Leaves out objects of extensions, and sequences of identity columns, which are dropped with their tables.
    const all = sql<Item>`
      select case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table'
        when 'S' then 'sequence' else 'table' end as kind, relname as name
      from pg_catalog.pg_class c
      where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
        and not exists (select 1 from pg_catalog.pg_depend d where d.objid = c.oid and d.deptype in ('e', 'i'))
      union all
      select case typtype when 'd' then 'domain' else 'type' end, typname from pg_catalog.pg_type t
      where typnamespace = current_schema()::regnamespace and typtype in ('e', 'd')
        and not exists (select 1 from pg_catalog.pg_depend d where d.objid = t.oid and d.deptype = 'e')`;
    await dropAll(db, all, ({ kind, name }) => sql`drop ${sql.raw(kind)} if exists ${sql.id(name)} cascade`);
  },
  mysql: async (db) => {
    const all = sql<Item>`
      select case table_type when 'VIEW' then 'view' else 'table' end as kind, table_name as name
      from information_schema.tables where table_schema = database() and table_type in ('BASE TABLE', 'VIEW')
      order by table_type = 'BASE TABLE'`;
    const keys = (state: 0 | 1) => sql`set session foreign_key_checks = ${sql.lit(state)}`.execute(db);
    await keys(0);
    try {
      await dropAll(db, all, ({ kind, name }) => sql`drop ${sql.raw(kind)} if exists ${sql.id(name)}`);
    } finally {
      await keys(1);
    }
  },
};

const dropAll = async (db: Db, all: RawBuilder<Item>, drop: (item: Item) => RawBuilder<unknown>): Promise<void> => {
  const { rows } = await all.execute(db);
  for (const item of rows) await drop(item).execute(db);
};
