import { FrameworkError, hasCode } from '@taproot/core';
import { errors } from '../errors.ts';
import { reasonOf } from '../reason-of.ts';

// Of Node, of mysql2, and of PostgreSQL: class 08, and a server that starts, stops or has too many connections.
const codes = `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT
  PROTOCOL_CONNECTION_LOST ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS ER_SERVER_SHUTDOWN ER_CONNECTION_KILLED
  57P01 57P02 57P03 53300 08000 08001 08003 08004 08006 08P01`.split(/\s+/);

// These have no code: the first four are errors of pg, the last one is an error of mysql2.
const texts =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying to connect|Client has encountered|Can't (?:add new command when connection is|write) in closed state)/;

/** The error for a server that cannot be reached or was lost: 503; any other error stays as it is. */
export const asUnavailable = (connection: string, error: unknown): unknown => {
  if (error instanceof FrameworkError) return error;
  const reason = reasonOf(error);
  if (!hasCode(error, ...codes) && !texts.test(reason)) return error;
  return errors.E_DATABASE_UNAVAILABLE({ connection, reason }, { cause: error });
};
