import { inspect } from 'node:util';
import { FrameworkError } from '../errors/framework-error.ts';
import { reasonOf } from '../errors/reason-of.ts';
import type { ReportOrigin } from './app-hooks.ts';

/** Bytes that may wait for the reader of standard error. */
const mostWaiting = 1024 * 1024;
// Of the process, as standard error is.
let dropped = 0;

/**
 * Writes one report to standard error, whatever was thrown. In production it is one line of JSON, so that nothing in a
 * message can forge a second entry; elsewhere (`forReaders`) the error as Node shows it, without frames of the
 * framework.
 */
export const reportToConsole = (error: unknown, origin: ReportOrigin, forReaders: boolean): void => {
  // Node keeps what nobody reads in memory, without end: a log that is blocked must not become a process that is full.
  if (process.stderr.writableLength > mostWaiting) {
    dropped++;
    return;
  }
  if (dropped > 0) {
    const message = `${dropped} reports were dropped, because nobody read standard error.`;
    dropped = 0;
    reportToConsole(message, { where: 'report' }, forReaders);
  }
  process.stderr.write(`${forReaders ? describe(error, origin) : JSON.stringify(record(error, origin))}\n`);
};

/** Writes what kept a listener of reports from hearing an error, and the error, which is not to be lost. */
export const reportUnheard = (failure: unknown, error: unknown, origin: ReportOrigin): void => {
  reportToConsole(failure, { where: 'report' }, false);
  reportToConsole(error, origin, false);
};

// An object may throw even while it is looked at: a getter, a proxy, an inspector of its own.
const show = (look: () => unknown): string => {
  try {
    const seen = look();
    return typeof seen === 'string' ? seen : inspect(seen);
  } catch {
    return 'an error that cannot be shown';
  }
};

// Lines of a stack that lead into the runtime or the framework; a reader looks for their own.
const internal = /^ +at .*(?:\bnode:|[\\/]node_modules[\\/]@taproot[\\/]).*\n?/gm;

/** As Node shows it; of the framework's own, whose members say nothing to a reader, what went wrong and the fix. */
const readable = (error: unknown): string => {
  if (!(error instanceof FrameworkError)) return inspect(error);
  const { stack = '', code, fix, cause } = error;
  const lines = [stack.replace(error.name, `${error.name} [${code}]`)];
  if (fix !== undefined) lines.push(`  fix: ${fix}`);
  if (cause !== undefined) lines.push(`  cause: ${readable(cause)}`);
  return lines.join('\n');
};

const describe = (error: unknown, { where, method, path }: ReportOrigin): string => {
  const place = method === undefined ? where : `${method} ${path ?? ''}`;
  return `[${place}] ${show(() => readable(error).replaceAll(internal, '').trimEnd())}`;
};

const record = (error: unknown, origin: ReportOrigin): Record<string, unknown> => {
  const entry = { time: new Date().toISOString(), level: 'error', ...origin };
  if (!(error instanceof Error)) return { ...entry, message: show(() => error) };
  return {
    ...entry,
    ...(error instanceof FrameworkError ? { code: error.code, fix: error.fix } : {}),
    message: show(() => error.message || reasonOf(error)),
    stack: show(() => error.stack),
    ...('errors' in error && Array.isArray(error.errors) ? { errors: error.errors.map((one) => show(() => one)) } : {}),
    ...(error.cause === undefined ? {} : { cause: show(() => inspect(error.cause)) }),
  };
};
