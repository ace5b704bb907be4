import { hasCode } from '../errors/thrown.ts';

/** The value of a column. The code that stores a date writes it as ISO 8601 text or as unix seconds. */
export type Scalar = string | number | bigint | boolean | null;

/** A row as the database gives it, by column. */
export type Row = Readonly<Record<string, unknown>>;

/**
 * A few statements on one table, for plugins without their own query layer: users by e-mail, tokens by hash. Table and column names come
 * from configuration and code, never from requests; values are bound.
 */
export interface RowStore {
  /** The first row whose columns all equal `where`; undefined when there is none. */
  first(table: string, where: Readonly<Record<string, Scalar>>): Promise<Row | undefined>;
  /** All rows whose columns all equal `where`, 1,000 at most, in no order. */
  all(table: string, where: Readonly<Record<string, Scalar>>): Promise<readonly Row[]>;
  /** Inserts a row. Rejects with the code `E_ROW_CONFLICT` when a unique constraint refuses the row; `update` does, too. */
  insert(table: string, row: Readonly<Record<string, Scalar>>): Promise<void>;
  /** Resolves to the number of changed rows. Put the expected old value into `where`: 0 then means that another writer was faster. */
  update(
    table: string,
    where: Readonly<Record<string, Scalar>>,
    changes: Readonly<Record<string, Scalar>>,
  ): Promise<number>;
  /** Deletes rows, and resolves to their number. */
  delete(table: string, where: Readonly<Record<string, Scalar>>): Promise<number>;
}

/** Gives access to the rows of a database; null is the default connection. A database plugin contributes it. */
export type OpenRowStore = (connection: string | null) => RowStore;

/** Runs statements on the tables of a plugin. When one of them is missing, or lacks a column, it rejects with the plugin's own error. */
export const withTables = async <Result>(
  work: Promise<Result>,
  missing: (cause: unknown) => Error,
): Promise<Result> => {
  try {
    return await work;
  } catch (cause) {
    throw hasCode(cause, 'E_DATABASE_SCHEMA') ? missing(cause) : cause;
  }
};
