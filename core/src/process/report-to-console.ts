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
  /** Whether the process ends because of the error. */
  readonly ends?: true;
}

/** How many bytes may wait in the buffer of standard error. */
const mostWaiting = 1024 * 1024;
// The count belongs to the process, because all applications share standard error.
let dropped = 0;

/**
 * Writes one report to standard error, for any thrown value. In production the report is one line of JSON, so that no message can forge a
 * second entry. Elsewhere (`forReaders`) it is the error as Node shows it, without frames of the framework.
 */
export const reportToConsole = (error: unknown, origin: ReportOrigin, forReaders: boolean): void => {
  // Node buffers unread output without limit. A blocked log must not fill the memory.
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

/** Writes the failure of a `report` listener, and also the error that the listener should have received. */
export const reportUnheard = (failure: unknown, error: unknown, origin: ReportOrigin): void => {
  reportToConsole(failure, { where: 'report' }, false);
  reportToConsole(error, origin, false);
};

// A getter, a proxy or a custom inspector of the object may throw.
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
