import { inspect } from 'node:util';
import type { SelectQueryBuilder, Simplify } from 'kysely';
import { checkTable } from '../catalog/check-identifier.ts';
import { errors } from '../errors.ts';
import { type Cursor, type CursorValue, longestCursor, readCursor, writeCursor } from './cursor.ts';
import { type LinkedRequest, linkTo } from './page-links.ts';
import { countStretches, type ReadTerm, readingPlugin, valueName } from './page-query.ts';
import { wholeNumber } from './page-size.ts';
import { peek, type Term } from './page-terms.ts';

/** The page to read. The validated input of `cursorRules()` fits. */
export interface CursorOptions<Column extends string> {
  /**
   * The columns that order the rows. Together they must be unique. If the query selects a name, such as an alias, that name means the
   * selected value. With joins, name the table too: `posts.id`. The engine decides where rows without a value come: in ascending order last
   * on PostgreSQL, first on the others.
   */
  readonly by: Readonly<Partial<Record<Column | `${string}.${Column}`, 'asc' | 'desc'>>>;
  /** Where to continue: a cursor from `meta` or from a link of another page. Without it, the first rows. */
  readonly cursor?: string | null | undefined;
  /** Rows of a page; 20 by default. */
  readonly per_page?: number | null | undefined;
  /** Never: `pageRules()` has no cursor, so that the second page would be the first again. Use `cursorRules()`. */
  readonly page?: undefined;
  /** The request, for links; without it they are null. */
  readonly request?: LinkedRequest;
}

/** Some rows of a query, and the cursors of the rows before and after them. */
export interface CursorPage<Row> {
  /** The rows of this page. */
  readonly data: Row[];
  /** Cursors of the previous and the next page; null when there are no rows. */
  readonly meta: {
    /** Rows of a page. @integer */
    readonly per_page: number;
    readonly prev_cursor: string | null;
    readonly next_cursor: string | null;
  };
  /** Addresses of the previous and the next page; null when there are no rows, and without a request. */
  readonly links: { readonly prev: string | null; readonly next: string | null };
}

/**
 * Reads the rows after or before a cursor. If an index has the columns of `by`, a late page is as fast as the first. It does not count
 * rows, and rows that are added or removed between two calls do not shift pages. It runs one statement, or two if rows without a value in
 * the first column follow. The query must not have an order or a limit.
 * @throws E_PAGE_CURSOR (422) for a cursor of another order, E_PAGE_COLUMN for a column whose values no cursor can hold, E_PAGE_ORDER,
 * E_PAGE_OPTION.
 * @example cursorPaginate(facades.DB().selectFrom('posts').selectAll(), { by: { id: 'desc' }, ...input, request });
 */
export const cursorPaginate = async <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { by, cursor: text, per_page: size, request }: CursorOptions<keyof Row & string>,
): Promise<CursorPage<Simplify<Row>>> => {
  const perPage = wholeNumber('per_page', size);
  const terms = termsOf(by);
  const order = terms.map(({ column, direction }) => `${column} ${direction}`).join();
  // An empty `?cursor=` means the first page, like an empty `?page=`.
  const cursor = text === null || text === undefined || text === '' ? null : readCursor(text, order, terms.length);
  const backwards = cursor?.backwards ?? false;
  // One row more than needed shows whether another page follows.
  const found = await readRows(query, terms, cursor, perPage + 1);
  const rows = found.slice(0, perPage);
  if (backwards) rows.reverse();
  const values = rows.map((row) => takeValues(row, terms));
  const hasMore = found.length > perPage;
  for (const row of found.slice(perPage)) takeValues(row, terms);
  const at = (ofRow: readonly CursorValue[] | undefined, before: boolean): string | null =>
    ofRow === undefined ? null : cursorAt({ values: ofRow, backwards: before }, order, terms);
  const prev = (backwards ? hasMore : cursor !== null) ? at(values[0], true) : null;
  const next = (backwards ? true : hasMore) ? at(values.at(-1), false) : null;
  const link = (to: string | null): string | null =>
    to === null ? null : linkTo(request, { cursor: to, per_page: perPage });
  return {
    data: rows,
    meta: { per_page: perPage, prev_cursor: prev, next_cursor: next },
    links: { prev: link(prev), next: link(next) },
  };
};

const opposite = { asc: 'desc', desc: 'asc' } as const;

const termsOf = (by: Readonly<Record<string, 'asc' | 'desc' | undefined>>): readonly Term[] => {
  const terms = Object.entries(by).map(([column, direction]) => ({
    column: checkTable(column),
    direction: direction === 'desc' ? ('desc' as const) : ('asc' as const),
  }));
  if (terms.length === 0) throw errors.E_PAGE_OPTION({ option: 'by', value: '{}' });
  return terms;
};

/** Up to `limit` rows from the cursor on, in the direction of the cursor. */
const readRows = async <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  terms: readonly Term[],
  cursor: Cursor | null,
  limit: number,
): Promise<Simplify<Row>[]> => {
  const { terms: own, nullsAreGreatest } = peek(query, terms);
  const read = own.map((term, at): ReadTerm => {
    const wanted = terms[at]?.direction ?? 'asc';
    const direction = cursor?.backwards === true ? opposite[wanted] : wanted;
    const nullsLast = (direction === 'asc') === nullsAreGreatest;
    return { ...term, direction, nullsLast, value: cursor?.values[at] ?? null };
  });
  if (cursor === null) return query.withPlugin(readingPlugin(read, null, limit)).execute();
  const found: Simplify<Row>[] = [];
  for (let stretch = 0; stretch < countStretches(read) && found.length < limit; stretch++)
    found.push(...(await query.withPlugin(readingPlugin(read, stretch, limit - found.length)).execute()));
  return found;
};

/** Removes the values of the terms from a row, because the application did not select them. */
const takeValues = (row: object, terms: readonly Term[]): readonly CursorValue[] => {
  const values = terms.map(({ column }, at) =>
    valueOf(Object.getOwnPropertyDescriptor(row, valueName(at))?.value, column),
  );
  // Deletes the last member first, so that V8 keeps the fast form of the object.
  for (let at = terms.length - 1; at >= 0; at--) Reflect.deleteProperty(row, valueName(at));
  return values;
};

const valueOf = (value: unknown, column: string): CursorValue => {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (value instanceof Date && !Number.isNaN(value.getTime())) return value;
  throw errors.E_PAGE_COLUMN({ column, reason: `a cursor cannot hold ${inspect(value).slice(0, 80)}` });
};

const cursorAt = (cursor: Cursor, order: string, terms: readonly Term[]): string => {
  const text = writeCursor(cursor, order);
  if (text.length <= longestCursor) return text;
  const column = terms.map((term) => term.column).join(', ');
  throw errors.E_PAGE_COLUMN({
    column,
    reason: `the values of a row are longer than a cursor (${longestCursor} characters)`,
  });
};
