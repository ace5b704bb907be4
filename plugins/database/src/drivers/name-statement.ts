import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** Frames that are captured: between a statement and the code that awaits it, kysely has about thirty. */
const most = 100;
/** Characters of a statement that are shown. */
const longest = 2000;

const source = dirname(dirname(fileURLToPath(import.meta.url)));
const internal = ['/node_modules/', '\\node_modules\\', 'node:', `${source}/`, pathToFileURL(source).href];

/**
 * Adds the failed statement and the stack of the waiting code to an error, because the socket on which the reply
 * arrives knows neither. `sql` is the statement without the values of its parameters. Call it where the statement is
 * awaited.
 */
export const nameStatement = (error: unknown, sql: string): unknown => {
  if (!(error instanceof Error) || !Object.isExtensible(error)) return error;
  const caller = capture();
  const { stack = '' } = error;
  const text = sql.replaceAll(/\s+/g, ' ').trim().slice(0, longest);
  let named: string | null = null;
  hideValues(error, sql);
  if (error.cause instanceof Error) {
    hideValues(error.cause, sql);
    // All its frames are inside of the driver.
    hide(error.cause, 'stack', headOf(error.cause.stack ?? ''));
  }
  // Most of these errors are caught and never shown; to write their frames takes longer than the statement.
  Object.defineProperty(error, 'stack', {
    configurable: true,
    get: () => (named ??= `${withFrames(stack, caller.stack ?? '')}\n  statement: ${text}`),
    set(value: string) {
      named = value;
    },
  });
  return error;
};

/** mysql2 has the values in the statement, PostgreSQL whole rows in the detail: no log may get those. */
const hideValues = (error: Error, sql: string): void => {
  hide(error, 'sql', sql);
  if ('detail' in error) hide(error, 'detail', error.detail);
};

const capture = (): { readonly stack?: string } => {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = Math.max(most, stackTraceLimit);
  try {
    const trace = {};
    Error.captureStackTrace(trace, nameStatement);
    return trace;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
};

const hide = (target: object, key: string, value: unknown): void =>
  void Object.defineProperty(target, key, { value, enumerable: false, configurable: true, writable: true });

const headOf = (stack: string): string => stack.split('\n    at ')[0] ?? '';

const withFrames = (stack: string, trace: string): string => {
  const frames = trace
    .split('\n')
    .filter(
      (line) => line.startsWith('    at ') && line.includes(':') && !internal.some((part) => line.includes(part)),
    );
  return frames.length === 0 ? stack : [headOf(stack), ...frames].join('\n');
};
