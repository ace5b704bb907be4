import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { CursorValue } from './cursor.ts';

/** One column of the order, with its value at the cursor. */
export interface Step {
  readonly column: Expression<unknown>;
  readonly value: CursorValue;
  readonly direction: 'asc' | 'desc';
  /** Whether rows without a value come after all others in this direction. */
  readonly nullsLast: boolean;
}

type Condition = RawBuilder<SqlBool>;

/**
 * The rows beyond a cursor, as conditions for separate queries: rows with a value in the first column, and rows without one. A single
 * condition for both would be slow, because it could not use the index of that column.
 */
export const conditionsBeyond = ([first, ...rest]: readonly Step[]): readonly Condition[] => {
  if (first === undefined) return [];
  const { column, value, nullsLast } = first;
  if (value === null) {
    const among = rest.length === 0 ? [] : [sql<SqlBool>`(${column} is null and ${beyond(rest)})`];
    return nullsLast ? among : [...among, sql<SqlBool>`${column} is not null`];
  }
  const further = compare(first);
  const here =
    rest.length === 0
      ? further
      : // The first part lets the database use an index.
        sql<SqlBool>`(${compare(first, '=')} and (${further} or (${column} = ${value} and ${beyond(rest)})))`;
  return nullsLast ? [here, sql<SqlBool>`${column} is null`] : [here];
};

const compare = ({ column, value, direction }: Step, equal: '' | '=' = ''): Condition =>
  sql<SqlBool>`${column} ${sql.raw(`${direction === 'asc' ? '>' : '<'}${equal}`)} ${value}`;

/** `a > 1 or (a = 1 and (b > 2 ...))`, for each column in its own direction, with null before or after all values. */
const beyond = ([first, ...rest]: readonly Step[]): Condition => {
  if (first === undefined) return sql`1 = 0`;
  const { column, value, nullsLast } = first;
  const same = value === null ? sql<SqlBool>`${column} is null` : sql<SqlBool>`${column} = ${value}`;
  const further =
    value === null
      ? nullsLast
        ? sql<SqlBool>`1 = 0`
        : sql<SqlBool>`${column} is not null`
      : nullsLast
        ? sql<SqlBool>`(${compare(first)} or ${column} is null)`
        : compare(first);
  return rest.length === 0 ? further : sql<SqlBool>`(${further} or (${same} and ${beyond(rest)}))`;
};
