import { AssertionError } from 'node:assert';
import { inspect, isDeepStrictEqual } from 'node:util';
import { type Selectable, sql } from 'kysely';
import { checkColumn } from '../catalog/check-identifier.ts';
import type { Queryable } from '../tables.ts';

/** Expected values of a row, by column; null asks for a column without a value. Objects and lists are compared as a whole. */
export type Columns<Row> = { readonly [Column in keyof Selectable<Row>]?: Selectable<Row>[Column] };

/**
 * Checks that a row has all of these values; without any, that the table has a row.
 * @throws node:assert's AssertionError, with the first rows of the table, or for a value that is undefined.
 * @example await assertDatabaseHas(facades.DB(), 'posts', { slug: 'hello' });
 */
export const assertDatabaseHas = async <Database, Table extends keyof Database & string>(
  db: Queryable<Database>,
  table: Table,
  columns: Columns<Database[Table]> = {},
): Promise<void> => {
  const fail = failureAt(assertDatabaseHas);
  if ((await count(db, table, columns, fail)) > 0) return;
  throw fail(`No row of "${table}" has ${shown(columns)}.\n\n${await describe(db, table)}`);
};

/**
 * Checks that no row has all of these values.
 * @throws node:assert's AssertionError.
 * @example await assertDatabaseMissing(facades.DB(), 'posts', { id: 7 });
 */
export const assertDatabaseMissing = async <Database, Table extends keyof Database & string>(
  db: Queryable<Database>,
  table: Table,
  columns: Columns<Database[Table]> = {},
): Promise<void> => {
  const fail = failureAt(assertDatabaseMissing);
  const found = await count(db, table, columns, fail);
  if (found === 0) return;
  throw fail(`${found} rows of "${table}" have ${shown(columns)}; expected none.\n\n${await describe(db, table)}`);
};

/**
 * Checks how many rows a table has, or how many have these values.
 * @throws node:assert's AssertionError, with the first rows of the table.
 * @example await assertDatabaseCount(facades.DB(), 'posts', 3);
 */
export const assertDatabaseCount = async <Database, Table extends keyof Database & string>(
  db: Queryable<Database>,
  table: Table,
  expected: number,
  columns: Columns<Database[Table]> = {},
): Promise<void> => {
  const fail = failureAt(assertDatabaseCount);
  const found = await count(db, table, columns, fail);
  if (found === expected) return;
  const which = Object.keys(columns).length === 0 ? '' : ` with ${shown(columns)}`;
  throw fail(`"${table}" has ${found} rows${which}; expected ${expected}.\n\n${await describe(db, table)}`);
};

type Caller = (...args: never[]) => unknown;

/** Makes the failure of an assertion with the stack of the test. After an `await`, the stack would no longer have that line. */
const failureAt = (caller: Caller): ((message: string) => AssertionError) => {
  const site = { stack: '' };
  Error.captureStackTrace(site, caller);
  return (message) => {
    const error = new AssertionError({ message, operator: 'fail' });
    error.stack = `${error.name}: ${message}${site.stack.slice(site.stack.indexOf('\n    at '))}`;
    return error;
  };
};

const count = async <Database>(
  db: Queryable<Database>,
  table: string,
  columns: object,
  fail: (message: string) => AssertionError,
): Promise<number> => {
  const expected = Object.entries(columns);
  const missing = expected.find(([, value]) => value === undefined);
  // If an undefined value were left out, the assertion would pass with any row.
  if (missing !== undefined)
    throw fail(`The expected value of "${missing[0]}" is undefined. Write null for a column without a value.`);
  const documents = expected.filter(([, value]) => isDocument(value));
  const conditions = expected
    .filter(([, value]) => !isDocument(value))
    .map(([name, value]) => {
      const column = sql.ref(checkColumn(name));
      return value === null ? sql`${column} is null` : sql`${column} = ${value}`;
    });
  const where = conditions.length === 0 ? sql`` : sql` where ${sql.join(conditions, sql` and `)}`;
  const selected =
    documents.length === 0 ? sql`count(*) as found` : sql.join(documents.map(([name]) => sql.ref(checkColumn(name))));
  const { rows } = await sql<Found>`select ${selected} from ${sql.table(table)}${where}`.execute(db);
  if (documents.length === 0) return Number(rows[0]?.['found']);
  // Compares JSON documents here, because engines compare them as text or not at all.
  return rows.filter((row) => documents.every(([name, value]) => isDeepStrictEqual(row[name], value))).length;
};

type Found = Readonly<Record<string, unknown>>;

const isDocument = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !(value instanceof Date) && !(value instanceof Uint8Array);

const shownRows = 5;

const describe = async <Database>(db: Queryable<Database>, table: string): Promise<string> => {
  const { rows } = await sql`select * from ${sql.table(table)} limit ${sql.lit(shownRows + 1)}`.execute(db);
  if (rows.length === 0) return `"${table}" has no rows.`;
  const lines = rows.slice(0, shownRows).map(shown);
  return `Rows of "${table}":\n  ${lines.join('\n  ')}${rows.length > shownRows ? '\n  ...' : ''}`;
};

const shown = (value: unknown): string => inspect(value, { breakLength: Number.POSITIVE_INFINITY });
