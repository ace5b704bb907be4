import { FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import { errors } from '../errors.ts';

// Codes of Node, of mysql2, and of PostgreSQL: class 08, and codes for a server that starts, stops or has too many connections.
const codes = `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT
  PROTOCOL_CONNECTION_LOST ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS ER_SERVER_SHUTDOWN ER_CONNECTION_KILLED
  57P01 57P02 57P03 53300 08000 08001 08003 08004 08006 08P01`.split(/\s+/);

// Messages of errors without a code: the first four are from pg, the last one from mysql2.
const texts =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered|Can't (?:add new command when connection is|write) in closed state)/;

/**
 * Whether a server refuses to write at all: after a failover, the former primary is a replica. MySQL uses the same code for other options of
 * the server.
 */
export const isReadOnlyServer = (error: unknown): boolean =>
  hasCode(error, '25006', 'ER_READ_ONLY_MODE') ||
  (hasCode(error, 'ER_OPTION_PREVENTS_STATEMENT') && /read[-_]only/.test(reasonOf(error)));

/** Whether the server itself cancelled a statement because it took too long. */
export const isServerTimeout = (error: unknown): boolean =>
  hasCode(error, 'ER_QUERY_TIMEOUT') ||
  isMariaTimeout(error) ||
  (hasCode(error, '57014') && reasonOf(error).includes('statement timeout'));

/** The code ER_STATEMENT_TIMEOUT of MariaDB has no name in mysql2. */
const isMariaTimeout = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'errno' in error && error.errno === 1969;

/** Tells a client when to come again. The seconds differ, so that not all come back at once. */
export const later = (): { readonly headers: Readonly<Record<string, string>> } => ({
  headers: { 'Retry-After': String(1 + Math.floor(Math.random() * 5)) },
});

/** Turns the error of a server that cannot be reached, or was lost, into a 503. Any other error stays unchanged. */
export const asUnavailable = (connection: string, error: unknown): unknown => {
  if (error instanceof FrameworkError) return error;
  const reason = reasonOf(error);
  if (!hasCode(error, ...codes) && !texts.test(reason)) return error;
  return errors.E_DATABASE_UNAVAILABLE({ connection, reason }, { cause: error, ...later() });
};
