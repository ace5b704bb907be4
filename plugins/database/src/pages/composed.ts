import type { SelectQueryNode } from 'kysely';

/**
 * Whether a row of the query comes from several rows, as with groups, distinct rows and unions. Such a query can only
 * be used as a subquery.
 */
export const isComposed = ({ groupBy, having, distinctOn, frontModifiers, setOperations }: SelectQueryNode): boolean =>
  [groupBy, having, distinctOn, frontModifiers, setOperations].some((part) => part !== undefined);
