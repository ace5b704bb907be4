import type { UniqueViolation } from '@taproot/core/plugin';

/** The reasons for which a write can be refused: fields of the request by their column, `{ slug: 'posts.slug' }`. */
export type TakenFields = Readonly<Record<string, `${string}.${string}`>>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * The fields that a violation is about. Where a database names no columns, as SQLite for an index over expressions, the
 * name of the index may be given instead: `{ email: 'users.users_email_lower' }`.
 */
export const takenFields = (fields: TakenFields, { table, columns, constraint }: UniqueViolation): string[] => {
  const names = constraint === null ? columns : [...columns, constraint];
  return Object.entries(fields).flatMap(([field, target]) => {
    const [column = '', owner = ''] = target.split('.').toReversed();
    const meant = (table === '' || same(owner, table)) && names.some((name) => same(name, column));
    return meant ? [field] : [];
  });
};
