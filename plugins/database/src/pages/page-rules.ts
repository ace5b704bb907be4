import { checkTable } from '../catalog/check-identifier.ts';
import { errors } from '../errors.ts';

/** `a,-a,b,-b` for `['a', 'b']`. */
type Sorts<Columns extends readonly string[]> = Columns extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? `${First},-${First}`
    : `${First},-${First},${Sorts<Rest>}`
  : string;

/** Limits of what clients may ask of a list. */
export interface PageLimits<Columns extends readonly string[], Most extends number> {
  /** Columns that `sort` may name, `-` before one for the descending order. Without them, `sort` is refused. */
  readonly sort?: Columns;
  /** The most rows of a page; 100 by default. */
  readonly max?: Most;
}

type SortRule<Columns extends readonly string[]> = Columns extends readonly []
  ? 'prohibited'
  : `string|in:${Sorts<Columns>}`;

/** The type of the rules that `pageRules()` returns. */
export interface PageRules<Columns extends readonly string[], Most extends number> {
  /** Number of the page for `paginate()`. */
  readonly page: 'integer|min:1|max:1000000';
  /** Rows of a page. */
  readonly per_page: `integer|min:1|max:${Most}`;
  /** Column that orders the rows, with `-` before it for the descending order. */
  readonly sort: SortRule<Columns>;
}

/** The type of the rules that `cursorRules()` returns. */
export interface CursorRules<Columns extends readonly string[], Most extends number> {
  /** Cursor for `cursorPaginate()`. */
  readonly cursor: 'string|max:4096';
  /** Rows of a page. */
  readonly per_page: `integer|min:1|max:${Most}`;
  /** Column that orders the rows, with `-` before it for the descending order. */
  readonly sort: SortRule<Columns>;
}

const listRules = <Columns extends readonly string[], Most extends number>({
  sort,
  max,
}: PageLimits<Columns, Most>) => {
  const columns = (sort ?? []).map(checkTable);
  const rules = {
    per_page: `integer|min:1|max:${max ?? 100}`,
    sort:
      columns.length === 0 ? 'prohibited' : `string|in:${columns.map((column) => `${column},-${column}`).join(',')}`,
  };
  // The compiler cannot infer the texts that this code builds.
  return rules as Pick<PageRules<Columns, Most>, 'per_page' | 'sort'>;
};

/**
 * Rules for `page`, `per_page` and `sort` of `paginate()`, all optional; other columns than the listed ones fail.
 * @throws E_DATABASE_IDENTIFIER for an invalid name of a column.
 * @example const input = await ctx.request().validated(pageRules({ sort: ['title', 'created_at'], max: 50 }));
 */
export const pageRules = <const Columns extends readonly string[] = readonly [], const Most extends number = 100>(
  limits: PageLimits<Columns, Most> = {},
): PageRules<Columns, Most> => ({ page: 'integer|min:1|max:1000000', ...listRules(limits) });

/**
 * Rules for `cursor`, `per_page` and `sort` of `cursorPaginate()`, all optional; other columns than the listed ones fail.
 * @throws E_DATABASE_IDENTIFIER for an invalid name of a column.
 * @example const input = await ctx.request().validated(cursorRules({ max: 50 }));
 */
export const cursorRules = <const Columns extends readonly string[] = readonly [], const Most extends number = 100>(
  limits: PageLimits<Columns, Most> = {},
): CursorRules<Columns, Most> => ({ cursor: 'string|max:4096', ...listRules(limits) });

/**
 * The column and the direction of a `sort` that passed `pageRules()`: `orderBy(...sortOf(input.sort, ['title'], 'title'))`.
 * @throws E_PAGE_SORT for a column that is not listed.
 */
export const sortOf = <const Column extends string>(
  sort: string | null | undefined,
  columns: readonly Column[],
  fallback: Column | `-${Column}`,
): readonly [column: Column, direction: 'asc' | 'desc'] => {
  const wanted = sort ?? fallback;
  const name = wanted.startsWith('-') ? wanted.slice(1) : wanted;
  const column = columns.find((one) => one === name);
  if (column === undefined) throw errors.E_PAGE_SORT({ sort: wanted.slice(0, 80), columns: columns.join(', ') });
  return [column, wanted.startsWith('-') ? 'desc' : 'asc'];
};
