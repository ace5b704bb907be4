import type { SelectQueryNode } from 'kysely';

/** Whether a row of the query is made of several: groups, distinct rows and unions can only be asked from outside. */
export const isComposed = ({ groupBy, having, distinctOn, frontModifiers, setOperations }: SelectQueryNode): boolean =>
  [groupBy, having, distinctOn, frontModifiers, setOperations].some((part) => part !== undefined);
