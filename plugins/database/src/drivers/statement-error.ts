import { FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import type { CompiledQuery } from 'kysely';
import { errors } from '../errors.ts';
import { nameStatement } from './name-statement.ts';

type Statement = Pick<CompiledQuery, 'sql' | 'parameters'>;

/** The error that the caller of a statement gets; mostly the driver's own error, with the statement and the caller in the stack. */
export const statementError = (error: unknown, statement: Statement, connection: string): unknown => {
  const known = classify(error, statement, connection);
  return nameStatement(known, statement.sql);
};

const classify = (error: unknown, { sql, parameters }: Statement, connection: string): unknown => {
  if (hasCode(error, 'E_ROW_VALUE')) return reads(sql) ? errors.E_ROW_NONE() : error;
  if (error instanceof FrameworkError) return error;
  if (isMissing(error)) return errors.E_DATABASE_SCHEMA({ connection, reason: reasonOf(error) }, { cause: error });
  // Without parameters, the developer wrote the values.
  if (parameters.length === 0) return error;
  if (hasCode(error, ...unkeepable) || isForeignText(error, parameters))
    return (reads(sql) ? errors.E_ROW_NONE : errors.E_ROW_VALUE)({ cause: error });
  return reads(sql) && hasCode(error, ...incomparable) ? errors.E_ROW_NONE({ cause: error }) : error;
};

const reads = (sql: string): boolean => /^[\s(]*(?:select|delete|with)\b/i.test(sql);

// Codes for values that the column cannot keep: zero characters, numbers that are too large, strings that are too long. Only the value
// itself shows which of these it was.
const unkeepable = ['22001', '22003', '22021', 'ER_DATA_OUT_OF_RANGE', 'ER_WARN_DATA_OUT_OF_RANGE', 'ER_DATA_TOO_LONG'];

// Codes for values that are not a number, date or uuid. Writing such a value is a mistake of the application, but comparing with it is not.
const incomparable = ['22007', '22008', '22P02', '22P03', 'ER_WRONG_VALUE', 'ER_TRUNCATED_WRONG_VALUE'];

/** Whether the error is about text outside of a MySQL column's character set, such as an emoji in utf8mb3. */
const isForeignText = (error: unknown, parameters: readonly unknown[]): boolean => {
  if (hasCode(error, 'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD')) return reasonOf(error).startsWith('Incorrect string value');
  if (!hasCode(error, 'ER_CANT_AGGREGATE_2COLLATIONS')) return false;
  // Comparing two columns with different collations raises the same error, so look at the values.
  return parameters.some((value) => typeof value === 'string' && /[^\0-\x7f]/.test(value));
};

const missing = ['42P01', '42703', 'ER_NO_SUCH_TABLE', 'ER_BAD_FIELD_ERROR'];

/** Whether a table is missing. SQLite has no code for this, only a message. */
const isMissing = (error: unknown): boolean =>
  hasCode(error, ...missing) ||
  (hasCode(error, 'SQLITE_ERROR') && /no such (?:table|column)|has no column named/.test(reasonOf(error)));
