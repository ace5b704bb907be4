import { sql } from 'kysely';
import type { Catalog, DriverName } from './catalog.ts';
import { type ColumnKind, mysqlKind, other, pgsqlKind, sqliteKind } from './column-kind.ts';

/** Kinds of a table's columns by name. */
export type KindOf = (column: string) => ColumnKind;

type Row = Readonly<Record<string, unknown>>;

/** How many tables are remembered. Rules name only a few; code that builds rules could name more. */
const remembered = 1000;

const quoted = (table: string): string =>
  table
    .split('.')
    .map((part) => `"${part}"`)
    .join('.');

/** The schema in a name such as `shop.orders`. In MySQL this is the database. */
const schemaOf = (table: string): string | null => table.split('.').at(-2) ?? null;
const leafOf = (table: string): string => table.split('.').at(-1) ?? table;

const queries = {
  // A domain is treated like its base type.
  pgsql: (table: string) => sql<Row>`
    select a.attname as name, coalesce(b.typname, t.typname) as type from pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    left join pg_catalog.pg_type b on b.oid = t.typbasetype
    where a.attrelid = to_regclass(${quoted(table)}) and a.attnum > 0 and not a.attisdropped`,
  mysql: (table: string) => sql<Row>`
    select column_name as name, data_type as type, column_type as whole from information_schema.columns
    where table_schema = coalesce(${schemaOf(table)}, database()) and table_name = ${leafOf(table)}`,
  sqlite: (table: string) => sql<Row>`
    select name, type from pragma_table_info(${leafOf(table)}, ${schemaOf(table) ?? 'main'})`,
};

/**
 * The kinds of the columns of a connection, read once for each table. If one caller runs out of time, the read goes on
 * for the others.
 */
export class ColumnKinds {
  readonly #catalog: Catalog;
  readonly #tables = new Map<string, Promise<KindOf>>();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  of(table: string): Promise<KindOf> {
    const known = this.#tables.get(table);
    if (known !== undefined) return known;
    if (this.#tables.size >= remembered) this.#tables.clear();
    const asked = this.#ask(table);
    this.#tables.set(table, asked);
    asked.catch(() => this.#tables.delete(table));
    return asked;
  }

  /** Forgets all tables, because they were dropped. */
  forget(): void {
    this.#tables.clear();
  }

  async #ask(table: string): Promise<KindOf> {
    const { driver } = this.#catalog.settings;
    const rows = await this.#catalog.run(queries[driver](table).compile(this.#catalog.db), null);
    // A migration may still create the table.
    if (rows.length === 0) this.#tables.delete(table);
    const kinds = new Map(rows.map((row) => [this.#key(String(row['name'])), kindOf(driver, row)]));
    return (column) => kinds.get(this.#key(column)) ?? other;
  }

  /** Only PostgreSQL treats `Email` and `email` as different columns. */
  #key(column: string): string {
    return this.#catalog.settings.driver === 'pgsql' ? column : column.toLowerCase();
  }
}

const kindOf = (driver: DriverName, { type, whole }: Row): ColumnKind => {
  if (driver === 'pgsql') return pgsqlKind(String(type));
  return driver === 'mysql' ? mysqlKind(String(type), String(whole)) : sqliteKind(String(type));
};
