import type { Kysely, Transaction } from 'kysely';

/**
 * The tables of the default connection, by name. Declare yours: `declare module '@taproot/database' { interface Tables
 * { posts: PostTable } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Tables {}

declare module '@taproot/core' {
  interface DatabaseNames {
    /** The tables of the default connection. The rules `exists` and `unique` know them by name. */
    tables: Tables;
  }
}

/** The tables of other connections, by the connection's name: `interface Connections { reports: ReportTables }`. */
// oxlint-disable-next-line typescript/no-empty-interface -- filled by declaration merging
export interface Connections {}

/** Names of connections; any text if the application declares none. */
export type ConnectionName = keyof Connections extends never ? string : keyof Connections;

/** The tables of a connection: its declared ones, or those of the default connection. */
export type TablesOf<Name> = Name extends keyof Connections ? Connections[Name] : Tables;

/** The facade `DB`: the query builder of a connection. */
export interface OpenDatabase {
  /** The default connection. */
  (): Kysely<Tables>;
  /** A connection by its name in `database.connections`; Throws `E_DATABASE_UNKNOWN` when there is none. */
  <Name extends ConnectionName>(connection: Name): Kysely<TablesOf<Name>>;
}

/**
 * A connection or one of its transactions. A `Transaction` is also a `Kysely`. It is in the union because otherwise, in large programs, the
 * compiler cannot infer the tables from a transaction.
 */
export type Queryable<Database> = Kysely<Database> | Transaction<Database>;
