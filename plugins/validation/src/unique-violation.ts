import type { UniqueViolation } from '@taproot/core/plugin';
import type { ValidationOptions } from './options.ts';
import { defineRule } from './rules/definition.ts';

/** The options for messages. */
export type MessageOptions = Pick<ValidationOptions, 'messages' | 'attributes'>;

/** The rule `unique` for a value that a database has refused. It always fails, with the usual message. */
export const refusedUnique = defineRule({ name: 'unique', implicit: true, compile: () => () => false });

/** The column for each field: `{ slug: 'posts.slug' }`. */
export type UniqueFields = Readonly<Record<string, `${string}.${string}`>>;

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * The fields that violate a unique constraint. For an index on expressions, SQLite names no columns; then you can give the name of the
 * index instead: `{ email: 'users.users_email_lower' }`.
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
