import { sql } from 'kysely';
import type { Connection } from '../connection/connection.ts';
import { errors } from '../errors.ts';

const reading = ['select', 'with', 'values', 'table', 'show', 'describe', 'explain'];

/**
 * Why a statement is refused before the database sees it; null if it may run. The database refuses the rest, because the transaction only
 * reads. These checks refuse what such a transaction allows: a second statement that ends it, and files that the server writes.
 */
const objectionTo = (statement: string): string | null => {
  const word = /^\w*/.exec(statement)?.[0].toLowerCase() ?? '';
  if (!reading.includes(word)) return `it begins with "${word}", and only ${reading.join(', ')} may begin one`;
  if (statement.includes(';')) return 'it has a semicolon before its end';
  if (/\binto\b/i.test(statement) && /\b(?:outfile|dumpfile)\b/i.test(statement)) return 'it writes a file';
  return statement.includes('/*') ? 'it has a comment /* */, which MySQL may execute' : null;
};

/**
 * Runs one statement in a transaction that only reads. Functions with effects outside of the database's tables, such as
 * `pg_terminate_backend()`, run if the user of the connection may call them.
 * @throws E_DATABASE_STATEMENT for a statement that may do more than read, and the error of the database.
 */
export const readOnlyQuery = (connection: Connection, given: string): Promise<readonly unknown[]> => {
  const statement = given.trim().replace(/;\s*$/, '');
  const reason = objectionTo(statement);
  if (reason !== null) throw errors.E_DATABASE_STATEMENT({ reason });
  const isSqlite = connection.settings.driver === 'sqlite';
  return connection.db.connection().execute(async (db) => {
    // A transaction of SQLite has no mode for reading only.
    if (isSqlite) await sql`pragma query_only = on`.execute(db);
    try {
      return await db
        .transaction()
        .setAccessMode('read only')
        .execute(async (trx) => (await sql.raw(statement).execute(trx)).rows);
    } finally {
      if (isSqlite) await sql`pragma query_only = off`.execute(db);
    }
  });
};
