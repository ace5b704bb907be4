import { sql } from 'kysely';
import type { Catalog } from './catalog.ts';

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
    // The violation is known without them.
    return [];
  }
};
