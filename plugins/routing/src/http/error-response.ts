import { STATUS_CODES } from 'node:http';
import { type ErrorView, errorView, hasCode, isPromise, type Response } from '@taproot/core';
import { noteFailure } from './failure-of.ts';
import type { HttpContext } from './http-context.ts';
import type { HttpHooks } from './http-hooks.ts';

// Headers that described the response the handler meant to give.
const representation = [
  'content-type',
  'content-length',
  'content-encoding',
  'content-disposition',
  'content-range',
  'etag',
  'last-modified',
  'accept-ranges',
  'cache-control',
  'location',
];

const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

const page = ({ status, message }: ErrorView, id: string): string => {
  const title = escapeHtml(`${status} ${STATUS_CODES[status] ?? 'Error'}`);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>body{font:1rem/1.5 system-ui,sans-serif;max-width:40rem;margin:20vh auto;padding:0 1.5rem;color:#222;background:#fff}h1{font-weight:600}small{color:#777}@media(prefers-color-scheme:dark){body{color:#ddd;background:#181818}}</style>
<h1>${title}</h1>
<p>${escapeHtml(message)}</p>
<p><small>Request ${escapeHtml(id)}</small></p>
</html>
`;
};

/**
 * Turns errors into responses: first the `error` hook may answer, then the status of the error decides, else it is 500.
 * What a server error says stays on the server unless `app.debug` is on; it is reported either way.
 */
export class ErrorResponses {
  readonly #hooks: HttpHooks;

  constructor(hooks: HttpHooks) {
    this.#hooks = hooks;
  }

  /** Never throws: when a tap fails the error has its own response, when that fails too the client gets a plain 500. */
  readonly respond = (error: unknown, ctx: HttpContext): Response | Promise<Response> => {
    noteFailure(ctx.exchange.res, error);
    try {
      const answer = this.#hooked(error, ctx);
      return isPromise(answer) ? this.#promised(answer, error, ctx) : (answer ?? this.#render(error, ctx));
    } catch (failure) {
      return this.#failed(failure, error, ctx);
    }
  };

  /** The body of `error` by the client's `Accept`: JSON, or a page. */
  plain(error: unknown, ctx: HttpContext): Response {
    const request = ctx.request();
    const seen = errorView(error, ctx.kernel.app.debug);
    const builder = ctx.response();
    for (const header of representation) builder.headers.remove(header);
    for (const [name, value] of Object.entries(seen.headers)) builder.header(name, value);
    builder.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', request.id());
    const { status, message, code, details } = seen;
    const response = request.wantsJson()
      ? builder.json(status, { message, code, ...details, request_id: request.id() })
      : builder.data(status, 'text/html; charset=utf-8', page(seen, request.id()));
    builder.staged = null;
    return Object.assign(response, { error });
  }

  #hooked(error: unknown, ctx: HttpContext): Response | Promise<Response | undefined> | undefined {
    if (!this.#hooks.error.isUsed()) return undefined;
    try {
      return this.#hooks.error.call(error, ctx);
    } catch (failure) {
      this.#report(failure, ctx);
      return undefined;
    }
  }

  /** The type of the hook refuses promises, JavaScript does not: one that nobody waits for would answer nothing. */
  async #promised(answer: Promise<Response | undefined>, error: unknown, ctx: HttpContext): Promise<Response> {
    const heard = Promise.resolve(answer).catch((failure: unknown): undefined => {
      this.#report(failure, ctx);
    });
    try {
      return (await heard) ?? (await this.#render(error, ctx));
    } catch (failure) {
      return this.#failed(failure, error, ctx);
    }
  }

  #failed(failure: unknown, error: unknown, ctx: HttpContext): Response {
    this.#report(failure, ctx);
    this.#report(error, ctx);
    return ctx.response().string(500, 'Internal Server Error');
  }

  #render(error: unknown, ctx: HttpContext): Response | Promise<Response> {
    const response = this.plain(error, ctx);
    // 501 is the client's fault: it asked for what HTTP does not know. Overload is reported once, not for each request.
    if (response.status < 500 || response.status === 501) return response;
    if (hasCode(error, 'E_OVERLOADED', 'E_SERVER_CLOSING')) return response;
    this.#report(error, ctx);
    return ctx.kernel.app.debug ? this.#debug(error, ctx, response) : response;
  }

  async #debug(error: unknown, ctx: HttpContext, plain: Response): Promise<Response> {
    try {
      const { debugResponse } = await import('./debug-response.ts');
      return await debugResponse(error, ctx, plain);
    } catch (failure) {
      this.#report(failure, ctx);
      return plain;
    }
  }

  #report(error: unknown, ctx: HttpContext): void {
    const request = ctx.request();
    const origin = { where: 'request', requestId: request.id(), method: request.method(), path: request.path() };
    ctx.kernel.app.report(error, origin);
  }
}
