import { definePlugin, type Row, type RowStore, type Scalar } from '@taproot/core/plugin';

type Columns = Readonly<Record<string, Scalar>>;

/** Tables in memory, with the first column of a row as its primary key; it can be told to fail or to stall. */
export class FakeRows implements RowStore {
  readonly tables = new Map<string, Row[]>();
  fault: Error | 'stall' | null = null;
  /** Statements that were run. */
  asked = 0;

  async first(table: string, where: Columns): Promise<Row | undefined> {
    await this.#ask();
    return this.#rows(table).find((row) => matches(row, where));
  }

  async all(table: string, where: Columns): Promise<Row[]> {
    await this.#ask();
    return this.#rows(table).filter((row) => matches(row, where));
  }

  async insert(table: string, row: Columns): Promise<void> {
    await this.#ask();
    const [key = ''] = Object.keys(row);
    if (this.#rows(table).some((other) => other[key] === row[key])) throw new Error(`${table}.${key} is taken.`);
    this.#rows(table).push(row);
  }

  async update(table: string, where: Columns, changes: Columns): Promise<number> {
    await this.#ask();
    const rows = this.#rows(table);
    const changed = rows.filter((row) => matches(row, where));
    this.tables.set(
      table,
      rows.map((row) => (changed.includes(row) ? { ...row, ...changes } : row)),
    );
    return changed.length;
  }

  async delete(table: string, where: Columns): Promise<number> {
    await this.#ask();
    const rows = this.#rows(table);
    const kept = rows.filter((row) => !matches(row, where));
    this.tables.set(table, kept);
    return rows.length - kept.length;
  }

  async #ask(): Promise<void> {
    this.asked++;
    if (this.fault === 'stall') return new Promise(() => undefined);
    if (this.fault !== null) throw this.fault;
  }

  #rows(table: string): Row[] {
    const rows = this.tables.get(table) ?? [];
    this.tables.set(table, rows);
    return rows;
  }
}

// Databases compare a number and its text as equal.
const matches = (row: Row, where: Columns): boolean =>
  Object.entries(where).every(([column, value]) => String(row[column]) === String(value));

/** A plugin that brings these rows. */
export const fakeDatabase = (rows: FakeRows) =>
  definePlugin({ name: 'fake-database', provides: { rows: () => () => rows } });
