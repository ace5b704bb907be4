import type { UniqueViolation } from '@taproot/core/plugin';
import type { ValidationOptions } from './options.ts';
import { defineRule } from './rules/definition.ts';

/** How messages are worded. */
export type MessageOptions = Pick<ValidationOptions, 'messages' | 'attributes'>;

/** The rule `unique` once a database has refused a value: it fails, with the usual message. */
export const refusedUnique = defineRule({ name: 'unique', implicit: true, compile: () => () => false });

/** The columns of a unique constraint by the fields that go there: `{ slug: 'posts.slug' }`. */
export type UniqueFields = Readonly<Record<string, `${string}.${string}`>>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * The fields that a violation is about. Where a database names no columns, as SQLite for an index over expressions, the
 * name of the index may be given instead: `{ email: 'users.users_email_lower' }`.
 */
export const violatedFields = (
  fields: UniqueFields,
  { table, columns, constraint }: UniqueViolation,
): readonly string[] => {
  const names = constraint === null ? columns : [...columns, constraint];
  return Object.entries(fields).flatMap(([field, target]) => {
    const [column = '', owner = ''] = target.split('.').toReversed();
    const meant = (table === '' || same(owner, table)) && names.some((name) => same(name, column));
    return meant ? [field] : [];
  });
};
