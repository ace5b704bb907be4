import { inspect } from 'node:util';
import { FrameworkError } from '../errors/framework-error.ts';
import type { ReportOrigin } from './app-hooks.ts';

/**
 * Writes one report to standard error. In production it is one line of JSON, so that nothing in a message can forge a
 * second entry; elsewhere the stack, readable.
 */
export const reportToConsole = (error: unknown, origin: ReportOrigin, readable: boolean): void => {
  const entry = readable ? describe(error, origin) : JSON.stringify(record(error, origin));
  process.stderr.write(`${entry}\n`);
};

const describe = (error: unknown, { where, method, path }: ReportOrigin): string => {
  const at = method === undefined ? where : `${method} ${path ?? ''}`;
  const fix = error instanceof FrameworkError && error.fix !== undefined ? `\n  fix: ${error.fix}` : '';
  return `[${at}] ${inspect(error)}${fix}`;
};

const record = (error: unknown, origin: ReportOrigin): Record<string, unknown> => {
  const known = error instanceof Error;
  return {
    time: new Date().toISOString(),
    level: 'error',
    ...origin,
    code: error instanceof FrameworkError ? error.code : undefined,
    message: known ? error.message : inspect(error),
    stack: known ? error.stack : undefined,
    cause: known && error.cause !== undefined ? inspect(error.cause) : undefined,
  };
};
