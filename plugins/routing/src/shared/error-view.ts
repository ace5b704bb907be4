import { STATUS_CODES } from 'node:http';
import { FrameworkError, HttpError } from '@taproot/core';
import { reasonOf, type TextValues } from '@taproot/core/internal';

/** The part of an error that a client may see. */
export interface ErrorView {
  /** HTTP status, 400 to 599. */
  readonly status: number;
  /** Stable code of the JSON body: `E_ROUTE_NOT_FOUND`. */
  readonly code: string;
  /** The message for the client: that of the error, or the status text for a server error when debugging is off. */
  readonly message: string;
  /** Headers of the response, for example `Retry-After`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Further members of a JSON body. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Values of the message's placeholders. */
  readonly values: TextValues | undefined;
  /** Language of the strings in `details`. */
  readonly locale: string | undefined;
}

const isErrorStatus = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600;

/** Libraries for Koa (http-errors) mark messages for the client with `expose`. */
const exposed = (error: unknown): Pick<ErrorView, 'status' | 'message'> | null => {
  if (typeof error !== 'object' || error === null) return null;
  const { status, expose } = error as { readonly status?: unknown; readonly expose?: unknown };
  return expose === true && isErrorStatus(status) ? { status, message: reasonOf(error) } : null;
};

/** The part of an error that a client may see. Shows details of a server error only when `debug` is on. */
export const errorView = (error: unknown, debug: boolean): ErrorView => {
  if (error instanceof FrameworkError) {
    const { code, headers, details, values, locale } = error;
    const status = isErrorStatus(error.status) ? error.status : 500;
    // The message of a 501 from an error table only says what the request asked for. A 501 of the application may say anything.
    const isShown = status < 500 || debug || (status === 501 && !(error instanceof HttpError));
    const message = isShown ? error.message : (STATUS_CODES[status] ?? 'Error');
    return { status, code, message, headers, details, values, locale };
  }
  const { status, message } = exposed(error) ?? {
    status: 500,
    message: debug ? reasonOf(error) : 'Internal Server Error',
  };
  return {
    status,
    code: `E_HTTP_${status}`,
    message,
    headers: {},
    details: undefined,
    values: undefined,
    locale: undefined,
  };
};
