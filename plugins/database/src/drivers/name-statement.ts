import { dirname } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/** How many stack frames to capture: kysely has about thirty between a statement and the code that awaits it. */
const most = 100;
/** Characters of a statement that are shown. */
const longest = 2000;

const source = dirname(dirname(fileURLToPath(import.meta.url)));
const internal = ['/node_modules/', '\\node_modules\\', 'node:', `${source}/`, pathToFileURL(source).href];

/**
 * Adds to an error the failed statement and the stack of the code that awaits it. The error itself was made when the reply arrived, without
 * both. `sql` must not contain the values of parameters. Call this function in the code that awaits the statement.
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
    // All frames of the cause are inside of the driver.
    hide(error.cause, 'stack', headOf(error.cause.stack ?? ''));
  }
  // Most of these errors are caught and never shown. Writing their frames takes longer than the statement, so it waits until the stack is
  // read.
  Object.defineProperty(error, 'stack', {
    configurable: true,
    get: () => (named ??= `${withFrames(stack, caller.stack ?? '')}\n  statement: ${text}`),
    set(value: string) {
      named = value;
    },
  });
  return error;
};

/** mysql2 puts values into the statement, PostgreSQL whole rows into the detail. Logs must not get them. */
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
