import { STATUS_CODES } from 'node:http';
import { FrameworkError } from '../errors/framework-error.ts';
import { reasonOf } from '../errors/reason-of.ts';

/** How an error is answered. */
export interface ErrorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the JSON body. */
  readonly body: Readonly<Record<string, unknown>>;
}

const isErrorStatus = (status: unknown): status is number =>
  typeof status === 'number' && Number.isInteger(status) && status >= 400 && status < 600;

/** What libraries of Koa's world mean for the client, they say by `expose`. */
const exposed = (error: unknown): { readonly status: number; readonly message: string } | null => {
  if (typeof error !== 'object' || error === null) return null;
  const { status, expose } = error as { readonly status?: unknown; readonly expose?: unknown };
  return expose === true && isErrorStatus(status) ? { status, message: reasonOf(error) } : null;
};

/** What a client is told of an error, as routing does; `debug` shows what a server error says. */
export const errorAnswer = (error: unknown, debug: boolean): ErrorAnswer => {
  if (error instanceof FrameworkError) {
    const { code, headers, details } = error;
    const status = isErrorStatus(error.status) ? error.status : 500;
    const message = status < 500 || debug ? error.message : (STATUS_CODES[status] ?? 'Error');
    return { status, headers, body: { message, code, ...details } };
  }
  const { status, message } = exposed(error) ?? {
    status: 500,
    message: debug ? reasonOf(error) : (STATUS_CODES[500] ?? 'Error'),
  };
  return { status, headers: {}, body: { message, code: `E_HTTP_${status}` } };
};
