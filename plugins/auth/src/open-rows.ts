import type { Application, RowStore } from '@taproot/core';
import { errors } from './errors.ts';

/** The rows of the application's database; `E_AUTH_ROWS` when no plugin knows one. */
export const openRows = (app: Application, connection: string | null, place: string): RowStore => {
  const plugin = app.plugins.find(({ rows }) => rows !== undefined);
  if (plugin?.rows === undefined) throw errors.E_AUTH_ROWS({ place });
  return plugin.rows(app)(connection);
};

/** The same, opened when it is first used. */
export const lazyRows = (app: Application, connection: string | null, place: string): (() => RowStore) => {
  let rows: RowStore | null = null;
  return () => (rows ??= openRows(app, connection, place));
};
