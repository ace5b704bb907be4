import { withTables } from '@taproot/core/internal';
import type { PluginDatabase, sql as Sql } from '@taproot/database';
import { errors } from '../errors.ts';

/** `sql` of kysely. The package of the database is imported when it is used: applications without one need not have it. */
export const loadSql = async (): Promise<typeof Sql> => (await import('@taproot/database')).sql;

/** Milliseconds since 1970, on the clock of the database, so that clocks of machines may differ. */
export const clock: Readonly<Record<PluginDatabase['driver'], string>> = {
  sqlite: `cast(unixepoch('subsec') * 1000 as integer)`,
  pgsql: 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)',
  mysql: `(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)`,
};

/** Runs a statement. A table that is missing is `E_CACHE_TABLE`. */
export const onTables = <Result>(work: Promise<Result>): Promise<Result> =>
  withTables(work, (cause) => errors.E_CACHE_TABLE({ cause }));
