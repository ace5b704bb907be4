import type { Row, RowStore, Scalar } from '@taproot/core/plugin';
import { type RawBuilder, sql } from 'kysely';
import { checkColumn, checkTable } from '../catalog/check-identifier.ts';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';
import { fitValue } from './fit-value.ts';
import { isMisfit } from './is-misfit.ts';
import { uniqueViolation } from './unique-violation.ts';

/** Rows that `all()` returns at most. */
const most = 1000;

type Columns = Readonly<Record<string, Scalar>>;

/**
 * The statements on one table that other plugins need, on one connection. If a column cannot contain a value of `where`, no row matches.
 * Without this, PostgreSQL would refuse the statement, and in MySQL `1abc` would equal 1. The statements never run in an ambient
 * transaction, because its rollback must not undo the revocation of a token.
 */
export class Rows implements RowStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  async first(table: string, where: Columns): Promise<Row | undefined> {
    const [row] = await this.#select(table, where, 1);
    return row;
  }

  all(table: string, where: Columns): Promise<readonly Row[]> {
    return this.#select(table, where, most);
  }

  async insert(table: string, row: Columns): Promise<void> {
    const columns = Object.keys(row).map((column) => sql.ref(checkColumn(column)));
    const values = sql.join(Object.values(row));
    const query = sql`insert into ${sql.table(checkTable(table))} (${sql.join(columns)}) values (${values})`;
    await this.#change(table, query);
  }

  async update(table: string, where: Columns, changes: Columns): Promise<number> {
    const set = pairs(changes).map(([column, value]) => sql`${column} = ${value}`);
    const condition = await this.#matching(table, where);
    if (condition === null) return 0;
    return this.#change(table, sql`update ${sql.table(table)} set ${sql.join(set)} where ${condition}`);
  }

  async delete(table: string, where: Columns): Promise<number> {
    const condition = await this.#matching(table, where);
    return condition === null ? 0 : this.#change(table, sql`delete from ${sql.table(table)} where ${condition}`);
  }

  async #select(table: string, where: Columns, limit: number): Promise<readonly Row[]> {
    const condition = await this.#matching(table, where);
    if (condition === null) return [];
    const query = sql<Row>`select * from ${sql.table(table)} where ${condition} limit ${sql.lit(limit)}`;
    try {
      const { rows } = await query.execute(this.#connection.db);
      return rows;
    } catch (error) {
      // `fitValue()` does not check all kinds of columns, such as dates; the database refused this value.
      if (isMisfit(error)) return [];
      throw error;
    }
  }

  /** A condition that all of the columns are equal; without columns, it matches every row. Null when no row can match. */
  async #matching(table: string, where: Columns): Promise<RawBuilder<unknown> | null> {
    const names = Object.keys(where).map(checkColumn);
    const kindOf = await this.#connection.kinds.of(checkTable(table));
    const terms = names.map((name) => {
      const value = fitValue(where[name] ?? null, kindOf(name));
      if (value === undefined) return null;
      return value === null ? sql`${sql.ref(name)} is null` : sql`${sql.ref(name)} = ${value}`;
    });
    if (terms.includes(null)) return null;
    return terms.length === 0 ? sql`1 = 1` : sql.join(terms, sql` and `);
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
