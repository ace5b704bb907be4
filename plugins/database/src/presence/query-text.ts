import { sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';

/** How many quoted names are remembered; rules use a few. */
const remembered = 1000;

/** How names and parameters are written in the statements of a connection. */
export class QueryText {
  readonly placeholder: (position: number) => string;
  readonly #connection: Connection;
  readonly #names = new Map<string, string>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.placeholder = connection.settings.driver === 'pgsql' ? (position) => `$${position}` : () => '?';
  }

  /** A checked name of a table or column, in kysely's quotes for the engine. */
  name(name: string): string {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (this.#names.size >= remembered) this.#names.clear();
    const quoted = sql.table(name).compile(this.#connection.db).sql;
    this.#names.set(name, quoted);
    return quoted;
  }
}
