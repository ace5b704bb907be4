import type { SelectQueryNode } from 'kysely';

/** Whether one row of the query may come from several rows: groups, distinct rows, unions. Such a query must be wrapped as a subquery. */
export const isComposed = ({ groupBy, having, distinctOn, frontModifiers, setOperations }: SelectQueryNode): boolean =>
  [groupBy, having, distinctOn, frontModifiers, setOperations].some((part) => part !== undefined);
