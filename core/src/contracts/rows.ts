/** The value of a column. The code that stores a date writes it as ISO 8601 text or as unix seconds. */
export type Scalar = string | number | bigint | boolean | null;

/** A row as the database gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * The few statements on one table that plugins without a query layer of their own need: users by e-mail, tokens by hash.
 * Table and column names come from configuration and code, never from requests; values are bound.
 */
export interface RowStore {
  /** The first row whose columns all equal `where`; undefined when there is none. */
  first(table: string, where: Readonly<Record<string, Scalar>>): Promise<Row | undefined>;
  /** Rejects with the code `E_ROW_CONFLICT` when a unique constraint refuses the row; `update` does, too. */
  insert(table: string, row: Readonly<Record<string, Scalar>>): Promise<void>;
  /** How many rows were changed: 0 tells the loser of a race, so `where` can hold the value that is expected. */
  update(
    table: string,
    where: Readonly<Record<string, Scalar>>,
    changes: Readonly<Record<string, Scalar>>,
  ): Promise<number>;
  /** How many rows were removed. */
  delete(table: string, where: Readonly<Record<string, Scalar>>): Promise<number>;
}

/** Reaches the rows of a database, contributed by the plugin that knows it. `connection` null = the default one. */
export type OpenRowStore = (connection: string | null) => RowStore;
