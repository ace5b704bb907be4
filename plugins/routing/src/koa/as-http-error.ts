import { FrameworkError, HttpError } from '@taproot/core';

/** An error of the `http-errors` kind, which Koa answers by its `status`, as one that we answer alike. */
export const asHttpError = (error: unknown): unknown => {
  if (error instanceof FrameworkError || typeof error !== 'object' || error === null) return error;
  const { status, expose, message, headers } = error as Partial<
    Record<'status' | 'expose' | 'message' | 'headers', unknown>
  >;
  if (typeof status !== 'number' || status < 400 || status > 599) return error;
  const shown = expose === true && typeof message === 'string' ? message : undefined;
  return new HttpError(status, shown, { cause: error, headers: textHeaders(headers) });
};

const textHeaders = (headers: unknown): Record<string, string> =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};
