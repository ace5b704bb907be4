import { FrameworkError, HttpError } from '@taproot/core';

const textHeaders = (headers: unknown): Record<string, string> =>
  typeof headers === 'object' && headers !== null
    ? Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    : {};

/**
 * Converts an error of the package `http-errors` to an `HttpError`. Koa and Express answer such errors with their `status`; so does
 * Taproot.
 */
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
