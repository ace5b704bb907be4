import { errors } from '../../errors.ts';
import { requireScalar } from '../bind-value.ts';

/** The values that libsql accepts. No other type may reach libsql; a boolean, for example, would end the process. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/**
 * A parameter as SQLite stores it: booleans as 1 and 0, dates as ISO 8601 strings, and whole numbers as INTEGER. libsql
 * would store them as REAL (`5.0` in a text column).
 */
export const bindSqlite = (value: unknown, connection: string): SqliteValue => {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0') || hasHalfCharacter(value)) throw errors.E_ROW_VALUE();
      return value;
    case 'number':
      requireScalar(value, connection);
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'bigint':
      if (BigInt.asIntN(64, value) !== value) throw errors.E_ROW_VALUE();
      return value;
    case 'boolean':
      return value ? 1n : 0n;
    case 'undefined':
      return null;
    default:
      requireScalar(value, connection);
  }
  if (value instanceof Uint8Array) return value;
  return value instanceof Date ? value.toISOString() : null;
};

// The expression matches pairs and other escapes first, so that their parts do not look like unpaired surrogates.
const escapes =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u(?<half>[dD][89a-fA-F][\da-fA-F]{2})|\\[^]/g;

/**
 * Whether a string, read as JSON, would contain an unpaired surrogate. SQLite would turn such a surrogate into invalid UTF-8, and libsql
 * would end the process when it reads that as a string (`data ->> '$.name'`).
 */
const hasHalfCharacter = (text: string): boolean => {
  if (!text.includes('\\u')) return false;
  for (const { groups } of text.matchAll(escapes)) if (groups?.['half'] !== undefined) return true;
  return false;
};
