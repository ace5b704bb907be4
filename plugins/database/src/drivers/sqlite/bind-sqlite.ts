import { refuse, requireScalar } from '../bind-value.ts';

/** What libsql takes; a boolean would end the process, so nothing else may ever reach it. */
export type SqliteValue = string | number | bigint | Uint8Array | null;

/**
 * A parameter as SQLite keeps it: booleans as 1 and 0, dates as ISO 8601 text, whole numbers as INTEGER, which libsql
 * would make REAL (`5.0` in a text column).
 */
export const bindSqlite = (value: unknown, connection: string): SqliteValue => {
  switch (typeof value) {
    case 'string':
      return value.includes('\0') ? refuse('a text with a zero character', connection) : value;
    case 'number':
      requireScalar(value, connection);
      return Number.isSafeInteger(value) ? BigInt(value) : value;
    case 'bigint':
      return BigInt.asIntN(64, value) === value ? value : refuse('an integer beyond 64 bits', connection);
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

type Row = Record<string, unknown>;

/** A row with integers as numbers where a number can hold them, else as bigints, and bytes as a Buffer. In place. */
export const readSqlite = (row: Row): Row => {
  for (const key in row) {
    const value = row[key];
    if (typeof value === 'bigint') {
      const number = Number(value);
      if (Number.isSafeInteger(number)) row[key] = number;
    } else if (value instanceof ArrayBuffer) row[key] = Buffer.from(value);
  }
  return row;
};
