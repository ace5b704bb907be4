import type { Row, RowStore, Scalar } from '@taproot/core';
import { type RawBuilder, sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';
import { checkColumn, checkTable } from '../presence/check-identifier.ts';
import { uniqueViolation } from '../violations/unique-violation.ts';

type Columns = Readonly<Record<string, Scalar>>;

/** The few statements on one table that other plugins need, on a connection. */
export class Rows implements RowStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async first(table: string, where: Columns): Promise<Row | undefined> {
    const query = sql`select * from ${sql.table(checkTable(table))} where ${matching(where)} limit 1`;
    const [row] = await this.#connection.run(query.compile(this.#connection.db), null);
    return row;
  }

  async insert(table: string, row: Columns): Promise<void> {
    const columns = Object.keys(row).map((column) => sql.ref(checkColumn(column)));
    const values = sql.join(Object.values(row));
    const query = sql`insert into ${sql.table(checkTable(table))} (${sql.join(columns)}) values (${values})`;
    await this.#change(table, query);
  }

  update(table: string, where: Columns, changes: Columns): Promise<number> {
    const set = pairs(changes).map(([column, value]) => sql`${column} = ${value}`);
    return this.#change(
      table,
      sql`update ${sql.table(checkTable(table))} set ${sql.join(set)} where ${matching(where)}`,
    );
  }

  delete(table: string, where: Columns): Promise<number> {
    return this.#change(table, sql`delete from ${sql.table(checkTable(table))} where ${matching(where)}`);
  }

  async #change(table: string, query: RawBuilder<unknown>): Promise<number> {
    try {
      const { numAffectedRows = 0n } = await query.execute(this.#connection.db);
      return Number(numAffectedRows);
    } catch (cause) {
      const violation = await uniqueViolation(cause);
      if (violation === null) throw cause;
      const columns = violation.columns.join(', ') || 'key';
      throw errors.E_ROW_CONFLICT({ table, columns }, { cause });
    }
  }
}

const pairs = (columns: Columns): [RawBuilder<unknown>, Scalar][] =>
  Object.entries(columns).map(([column, value]) => [sql.ref(checkColumn(column)), value]);

/** All of the columns equal; without any, every row. */
const matching = (where: Columns): RawBuilder<unknown> => {
  const terms = pairs(where).map(([column, value]) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}`,
  );
  return terms.length === 0 ? sql`1 = 1` : sql.join(terms, sql` and `);
};
