import type { CompiledQuery, Kysely } from 'kysely';

/** Kinds of databases; MariaDB is reached as `mysql`. */
export type DriverName = 'sqlite' | 'pgsql' | 'mysql';

/** The questions about the tables of a connection; a connection answers them. */
export interface Catalog {
  readonly settings: { readonly driver: DriverName };
  // Of its tables only the dialect is used.
  readonly db: Pick<Kysely<never>, 'getExecutor'>;
  run(query: CompiledQuery, signal: AbortSignal | null): Promise<readonly Readonly<Record<string, unknown>>[]>;
}
