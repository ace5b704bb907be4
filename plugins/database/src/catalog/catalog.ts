import { type CompiledQuery, type Kysely, sql } from 'kysely';

/** Kinds of databases. The driver `mysql` also reaches MariaDB. */
export type DriverName = 'sqlite' | 'pgsql' | 'mysql';

/** Queries about the tables of a connection. */
export interface Catalog {
  readonly settings: { readonly driver: DriverName };
  // Only its dialect is used, so its tables do not matter.
  readonly db: Pick<Kysely<never>, 'getExecutor'>;
  run(query: CompiledQuery, signal: AbortSignal | null): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** The columns of an index of MySQL or MariaDB, in order; empty if the server does not say. */
export const indexColumns = async (catalog: Catalog, table: string, index: string): Promise<readonly string[]> => {
  const query = sql`
    select column_name as name from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${index}
    order by seq_in_index`.compile(catalog.db);
  try {
    const rows = await catalog.run(query, null);
    return rows.map(({ name }) => String(name));
  } catch {
    // The caller knows the violation even without the columns.
    return [];
  }
};
