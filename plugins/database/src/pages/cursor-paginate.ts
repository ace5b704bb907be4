import { type RawBuilder, type SelectQueryBuilder, type Simplify, type SqlBool, sql } from 'kysely';
import { checkTable } from '../catalog/check-identifier.ts';
import { errors } from '../errors.ts';
import { type Cursor, type CursorValue, readCursor, writeCursor } from './cursor.ts';
import { type LinkedRequest, linkTo } from './page-links.ts';
import { wholeNumber } from './page-size.ts';

/** Which rows are wanted. The validated input of `pageRules()` fits. */
export interface CursorOptions<Column extends string> {
  /**
   * The columns that order the rows, in their order; together they must be unique and never null, and the query must
   * select them. With joins, name the table too: `posts.id`.
   */
  readonly by: Readonly<Partial<Record<Column | `${string}.${Column}`, 'asc' | 'desc'>>>;
  /** Where to go on, from `meta` or a link of another page; the first rows without it. */
  readonly cursor?: string | null | undefined;
  /** Rows of a page; 20 by default. */
  readonly per_page?: number | null | undefined;
  /** The request, for links; without it they are null. */
  readonly request?: LinkedRequest;
}

/** Some rows of a query, and the cursors of those before and after them. */
export interface CursorPage<Row> {
  /** The rows of this page. */
  readonly data: Row[];
  /** Cursors of the neighbours; null when there are no rows. */
  readonly meta: {
    readonly per_page: number;
    readonly prev_cursor: string | null;
    readonly next_cursor: string | null;
  };
  /** Addresses of the neighbours; null when there are no rows, and without a request. */
  readonly links: { readonly prev: string | null; readonly next: string | null };
}

/** A column that orders rows. */
interface Term {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
}

/**
 * Reads the rows after or before a cursor, with one statement that an index answers however far the page is. It counts
 * nothing. Rows that are added or removed between two calls shift no page. The query must not have an order of its own.
 * @throws E_PAGE_CURSOR (422) for a cursor of another order, E_PAGE_COLUMN for a column without a value, E_PAGE_OPTION.
 * @example await cursorPaginate(facades.DB().selectFrom('posts').selectAll(), { by: { id: 'desc' }, ...input, request });
 */
export const cursorPaginate = async <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { by, cursor: text, per_page: size, request }: CursorOptions<keyof Row & string>,
): Promise<CursorPage<Simplify<Row>>> => {
  const perPage = wholeNumber('per_page', size);
  const terms = termsOf(by);
  const order = terms.map(({ column, direction }) => `${column} ${direction}`).join();
  const cursor = text === null || text === undefined ? null : readCursor(text, order, terms.length);
  const backwards = cursor?.backwards ?? false;
  let ordered = cursor === null ? query : query.where(beyond(terms, cursor));
  for (const { column, direction } of terms)
    ordered = ordered.orderBy(sql.ref(column), backwards ? opposite[direction] : direction);
  // One more says whether there are any beyond.
  const found = await ordered.limit(perPage + 1).execute();
  const data = found.slice(0, perPage);
  if (backwards) data.reverse();
  const hasMore = found.length > perPage;
  const at = (row: Simplify<Row> | undefined, before: boolean): string | null =>
    row === undefined ? null : writeCursor({ values: valuesOf(row, terms), backwards: before }, order);
  const prev = (backwards ? hasMore : cursor !== null) ? at(data[0], true) : null;
  const next = (backwards ? true : hasMore) ? at(data.at(-1), false) : null;
  const link = (to: string | null): string | null =>
    to === null ? null : linkTo(request, { cursor: to, per_page: perPage });
  return {
    data,
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

/** `a > 1 or (a = 1 and (b > 2 ...))`, for each column in its own direction. */
const beyond = (terms: readonly Term[], { values, backwards }: Cursor): RawBuilder<SqlBool> => {
  const [first, ...rest] = terms;
  const value = values[values.length - terms.length];
  if (first === undefined) return sql`1 = 0`;
  const direction = backwards ? opposite[first.direction] : first.direction;
  const column = sql.ref(first.column);
  const further = direction === 'asc' ? sql<SqlBool>`${column} > ${value}` : sql<SqlBool>`${column} < ${value}`;
  if (rest.length === 0) return further;
  return sql<SqlBool>`(${further} or (${column} = ${value} and ${beyond(rest, { values, backwards })}))`;
};

const valuesOf = (row: object, terms: readonly Term[]): readonly CursorValue[] =>
  terms.map(({ column }) => {
    const name = column.slice(column.lastIndexOf('.') + 1);
    const value: unknown = Object.getOwnPropertyDescriptor(row, name)?.value;
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
    if (value instanceof Date) return value;
    throw errors.E_PAGE_COLUMN({ column });
  });
