import { hasCode } from '@taproot/core';
import { type UniqueViolation } from '@taproot/core/plugin';
import { originOf } from '../drivers/error-origin.ts';

/** How deep to search: errors are rarely wrapped more than a few times. */
const deepest = 5;

/**
 * The columns that a unique constraint refused, or null for any other error: `await uniqueViolation(error)`. Knows the errors of SQLite,
 * PostgreSQL, MySQL and MariaDB, also as the cause of another error.
 */
export const uniqueViolation = async (error: unknown): Promise<UniqueViolation | null> => {
  let seen = error;
  for (let depth = 0; depth < deepest && isObject(seen); depth++) {
    const found = read(seen);
    if (found !== null) return found.columns.length > 0 ? found : { ...found, columns: await ask(seen, found) };
    seen = 'cause' in seen ? seen.cause : null;
  }
  return null;
};

// `instanceof` would miss an error of another realm.
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

const ask = async (error: object, { table, constraint }: UniqueViolation): Promise<readonly string[]> => {
  const columnsOf = originOf(error);
  return columnsOf === null || constraint === null ? [] : columnsOf(table, constraint);
};

const read = (error: object): UniqueViolation | null => {
  if (hasCode(error, 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY')) return readSqlite(error);
  if (hasCode(error, '23505')) return readPgsql(error);
  return hasCode(error, 'ER_DUP_ENTRY', 'ER_DUP_ENTRY_WITH_KEY_NAME') ? readMysql(error) : null;
};

/** `UNIQUE constraint failed: posts.slug, posts.tenant`, or `... failed: index 'name'` for an index on expressions. */
const readSqlite = (error: object): UniqueViolation => {
  const [, list = ''] = textOf(error, 'message').split('failed: ', 2);
  const index = /^index '(.*)'$/.exec(list)?.[1];
  if (index !== undefined) return { table: '', columns: [], constraint: index };
  const names = list.split(', ').map((name) => name.split('.'));
  return { table: names[0]?.[0] ?? '', columns: names.map((parts) => parts.at(-1) ?? ''), constraint: null };
};

/** The columns are in `detail` as `(slug, tenant)=(a, 1)`, in every language of the server. */
const readPgsql = (error: object): UniqueViolation => {
  const [names = ''] = textOf(error, 'detail').split(')=(', 1);
  const list = names.slice(names.indexOf('(') + 1);
  const columns = list.split(', ').flatMap((part) => columnIn(part));
  return { table: textOf(error, 'table'), columns, constraint: textOf(error, 'constraint') || null };
};

/** The column in a part; for an expression such as `lower((email)::text)`, the column inside of it. */
const columnIn = (part: string): string[] => {
  const column = /^"?(\w+)"?$/.exec(part)?.[1] ?? /\("?(\w+)"?/.exec(part)?.[1];
  return column === undefined ? [] : [column];
};

/** `... for key 'slug'`, on MySQL `'posts.slug'`; the table is in the statement, which mysql2 stores in the error. */
const readMysql = (error: object): UniqueViolation => {
  const key = /'([^']*)'[^']*$/.exec(textOf(error, 'sqlMessage') || textOf(error, 'message'))?.[1] ?? '';
  const [index = '', table] = key.split('.').toReversed();
  return { table: table ?? tableIn(textOf(error, 'sql')), columns: [], constraint: index };
};

const tableIn = (statement: string): string =>
  /^\s*(?:insert|replace|update)\s+(?:(?:low_priority|delayed|high_priority|ignore|into)\s+)*(?:`?\w+`?\.)?`?(\w+)`?/i.exec(
    statement,
  )?.[1] ?? '';

const textOf = (error: object, key: string): string => {
  const value: unknown = Object.getOwnPropertyDescriptor(error, key)?.value;
  return typeof value === 'string' ? value : '';
};
