import { FrameworkError, hasCode } from '@taproot/core';
import { reasonOf } from '@taproot/core/internal';
import type { Redis } from 'ioredis';
import { errors } from './errors.ts';

const codes = 'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ENOENT'.split(' ');

// Only the message identifies these errors of ioredis. The words in capitals are replies of a server that cannot serve now.
const texts =
  /^(?:Stream isn't writeable|Connection is closed|Command aborted|Command timed out|Socket timeout|Reached the max retries|(?:LOADING|MASTERDOWN|READONLY|NOAUTH|WRONGPASS)\b)/;

/** Turns the error of a server that cannot be reached, or was lost, into a 503. Any other error stays unchanged. */
export const asUnavailable = (connection: string, error: Error, fault: Error | null): Error => {
  if (error instanceof FrameworkError) return error;
  if (!hasCode(error, ...codes) && !texts.test(error.message)) return error;
  // Commands say only that there is no connection; the fault says why.
  return errors.E_REDIS_UNAVAILABLE({ connection, reason: reasonOf(fault ?? error) }, { cause: error });
};

// Commands with which ioredis opens a connection. It reads the messages of their errors, so these errors stay unchanged.
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
