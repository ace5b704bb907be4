import type { Kysely } from 'kysely';
import { ambientOf } from '../queries/ambient.ts';
import type { AnyTables, Connection } from './connection.ts';

/** A connection as plugins with tables of their own get it: `app.provided('database')?.(null)`. */
export class PluginDatabase {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Which SQL the server speaks; `mysql` for MySQL and MariaDB. */
  get driver(): 'sqlite' | 'pgsql' | 'mysql' {
    return this.#connection.settings.driver;
  }

  /** The query builder outside of every transaction. */
  get db(): Kysely<AnyTables> {
    return this.#connection.db;
  }

  /** The transaction that `facades.DB()` is here, or the query builder outside of every transaction. */
  get current(): Kysely<AnyTables> {
    return ambientOf(this.#connection.db);
  }
}
