import { inspect } from 'node:util';
import { withoutInternalFrames } from '../errors/frames.ts';
import { FrameworkError } from '../errors/framework-error.ts';
import { isError, reasonOf, thrownValue } from '../errors/thrown.ts';

/** Where a reported error came from. */
export interface ReportOrigin {
  /** `request`, `process`, `shutdown`, or a plugin's name. */
  readonly where: string;
  /** `ctx.request().id()` of the request that failed. */
  readonly requestId?: string;
  /** Method of the request that failed. */
  readonly method?: string;
  /** Path of the request that failed, without its query. */
  readonly path?: string;
  /** The code that threw, for a thrown value that is not an error: `The handler of GET /posts at routes/api.ts:12`. */
  readonly thrownBy?: string;
  /** Whether nothing failed yet: shown on one line. */
  readonly warning?: true;
  /** Whether the process ends because of it. */
  readonly ends?: true;
}

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
  // Node buffers unread output without limit, so a blocked log must not fill the memory.
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

/**
 * Writes the failure of a listener of reports, and the error that it should have received, so that the error is not
 * lost.
 */
export const reportUnheard = (failure: unknown, error: unknown, origin: ReportOrigin): void => {
  reportToConsole(failure, { where: 'report' }, false);
  reportToConsole(error, origin, false);
};

// Looking at an object may throw: by a getter, a proxy, or an inspector of its own.
const show = (look: () => unknown): string => {
  try {
    const seen = look();
    return typeof seen === 'string' ? seen : inspect(seen);
  } catch {
    return 'an error that cannot be shown';
  }
};

const ending =
  '\n  This ends the process with 1. Catch it where it is thrown, or await the promise that rejects; app.unhandled set to "continue" only reports such errors.';

const describe = (thrown: unknown, { where, method, path, warning, ends, thrownBy }: ReportOrigin): string => {
  const place = method === undefined ? where : `${method} ${path ?? ''}`;
  if (warning && thrown instanceof FrameworkError)
    return `[${place}] ${thrown.code}: ${thrown.message}${thrown.fix === undefined ? '' : ` ${thrown.fix}`}`;
  const source = thrownBy ?? (where === 'process' && !isError(thrown) ? 'A promise or a callback' : undefined);
  const error = (): unknown => (source === undefined ? thrown : thrownValue(thrown, source));
  return `[${place}] ${show(() => withoutInternalFrames(inspect(error())))}${ends ? ending : ''}`;
};

const record = (error: unknown, { warning, ...origin }: ReportOrigin): Record<string, unknown> => {
  const entry = { time: new Date().toISOString(), level: warning ? 'warn' : 'error', ...origin };
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
