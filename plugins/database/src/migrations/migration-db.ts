import type { Kysely } from 'kysely';

/**
 * The database as a migration sees it: tables by any name, since it comes before the types that describe them. Schema
 * builder and queries are kysely's.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- tables of yesterday, which no type describes any more
export type MigrationDb = Kysely<any>;
