import type { SelectQueryBuilder, Simplify } from 'kysely';
import { countRows } from './count-rows.ts';
import { type LinkedRequest, linkTo } from './page-links.ts';
import { wholeNumber } from './page-size.ts';

/** The page to read. The validated input of `pageRules()` fits. */
export interface PageOptions {
  /** Number of the page, from 1, which is the default. */
  readonly page?: number | null | undefined;
  /** Rows of a page; 20 by default. */
  readonly per_page?: number | null | undefined;
  /** Never: `cursorRules()` has no page. Use `pageRules()`. */
  readonly cursor?: undefined;
  /** The request, for links; without it they are null. */
  readonly request?: LinkedRequest;
}

/** One page of the rows of a query. */
export interface Page<Row> {
  /** The rows of this page. */
  readonly data: Row[];
  /** The position of this page among all pages. `last_page` is 1 when there are no rows. */
  readonly meta: {
    /** Number of this page. @integer */
    readonly page: number;
    /** Rows of a page. @integer */
    readonly per_page: number;
    /** All rows. @integer */
    readonly total: number;
    /** Number of the last page. @integer */
    readonly last_page: number;
  };
  /** Addresses of other pages; null for a page that does not exist, and without a request. */
  readonly links: {
    readonly first: string | null;
    readonly prev: string | null;
    readonly next: string | null;
    readonly last: string | null;
  };
}

/**
 * Reads one page of a query and counts all rows, with two statements. Order the query by a unique column, such as the key; otherwise a row
 * may be on two pages. A page after the last one has no rows.
 * @throws E_PAGE_OPTION for a page or a number of rows that is not a whole number from 1 on.
 * @example const page = await paginate(facades.DB().selectFrom('posts').selectAll().orderBy('id'), { ...input, request });
 */
export const paginate = async <Database, Table extends keyof Database, Row>(
  query: SelectQueryBuilder<Database, Table, Row>,
  { page: wanted, per_page: size, request }: PageOptions = {},
): Promise<Page<Simplify<Row>>> => {
  const page = wholeNumber('page', wanted, 1);
  const perPage = wholeNumber('per_page', size);
  const total = await countRows(query);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const data =
    page > lastPage
      ? []
      : await query
          .limit(perPage)
          .offset((page - 1) * perPage)
          .execute();
  const link = (to: number): string | null => linkTo(request, { page: to, per_page: perPage });
  return {
    data,
    meta: { page, per_page: perPage, total, last_page: lastPage },
    links: {
      first: link(1),
      prev: page > 1 ? link(Math.min(page - 1, lastPage)) : null,
      next: page < lastPage ? link(page + 1) : null,
      last: link(lastPage),
    },
  };
};
