import { type Application, hasCode } from '@taproot/core';
import { type RowStore } from '@taproot/core/plugin';
import { errors } from './errors.ts';
import { reasonOf } from './reason-of.ts';

/** The rows of the application's database; `E_AUTH_ROWS` when no plugin knows one. */
export const openRows = (app: Application, connection: string | null, place: string): RowStore => {
  const open = app.provided('rows');
  if (open === null) throw errors.E_AUTH_ROWS({ place });
  return withPlace(open(connection), place);
};

/** Like `openRows()`, but opens the rows at their first use. */
export const lazyRows = (app: Application, connection: string | null, place: string): (() => RowStore) => {
  let rows: RowStore | null = null;
  return () => (rows ??= openRows(app, connection, place));
};

/** The same rows, but the error for a missing table shows the setting that names it. */
const withPlace = (rows: RowStore, place: string): RowStore => {
  const named = async <Result>(table: string, work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (cause) {
      if (!hasCode(cause, 'E_DATABASE_SCHEMA')) throw cause;
      const reason = reasonOf(cause instanceof Error ? cause.cause : cause);
      throw errors.E_AUTH_TABLE({ place, table, reason }, { cause });
    }
  };
  return {
    first: (table, where) => named(table, rows.first(table, where)),
    all: (table, where) => named(table, rows.all(table, where)),
    insert: (table, row) => named(table, rows.insert(table, row)),
    update: (table, where, changes) => named(table, rows.update(table, where, changes)),
    delete: (table, where) => named(table, rows.delete(table, where)),
  };
};
