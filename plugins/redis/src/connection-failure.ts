import { FrameworkError, hasCode } from '@taproot/core';
import type { Redis } from 'ioredis';
import { errors } from './errors.ts';

const codes = 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(' ');

// ioredis marks these errors only by their message. The words in capitals are replies of a server that cannot serve
// now.
const texts =
  /^(?:Stream isn't writeable|Connection is closed|Command aborted|Command timed out|Socket timeout|Reached the max retries|(?:LOADING|MASTERDOWN|READONLY|NOAUTH|WRONGPASS)\b)/;

/** The error for a server that cannot be reached or was lost: 503; any other error stays as it is. */
export const asUnavailable = (connection: string, error: Error, fault: Error | null): Error => {
  if (error instanceof FrameworkError) return error;
  if (!hasCode(error, ...codes) && !texts.test(error.message)) return error;
  // Commands say only that there is no connection; the fault says why.
  return errors.E_REDIS_UNAVAILABLE({ connection, reason: reasonOf(fault ?? error) }, { cause: error });
};

// Errors of several addresses have a code and no message.
const reasonOf = (error: Error): string =>
  error.message === '' && 'code' in error ? String(error.code) : error.message;

// With these ioredis opens a connection; it reads the messages of their errors.
const opening = new Set(['hello', 'auth', 'select', 'client', 'readonly', 'info']);

/** Makes every command of a client, also in a pipeline, reject with the translated error. */
export const translateFailures = (client: Redis, translate: (error: Error) => Error): void => {
  const send = client.sendCommand.bind(client);
  client.sendCommand = (command, stream) => {
    if (client.status !== 'connect' || !opening.has(command.name)) {
      const { reject } = command;
      command.reject = (error) => reject(translate(error));
    }
    return send(command, stream);
  };
};
