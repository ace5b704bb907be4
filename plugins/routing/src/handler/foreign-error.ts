import { FrameworkError, HttpError } from '@taproot/core';

const textHeaders = (headers: unknown): Record<string, string> =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};

/** An error of the `http-errors` kind, which Koa and Express answer by its `status`, as one that we answer alike. */
export const asHttpError = (error: unknown): unknown => {
  if (error instanceof FrameworkError || typeof error !== 'object' || error === null) return error;
  const { status, statusCode, expose, message, headers } = error as Partial<
    Record<'status' | 'statusCode' | 'expose' | 'message' | 'headers', unknown>
  >;
  const code = status ?? statusCode;
  if (typeof code !== 'number' || code < 400 || code > 599) return error;
  const shown = expose === true && typeof message === 'string' ? message : undefined;
  return new HttpError(code, shown, { cause: error, headers: textHeaders(headers) });
};
