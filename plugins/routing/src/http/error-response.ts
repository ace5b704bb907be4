import { hasCode, type Response } from '@taproot/core';
import { thrownValue } from '@taproot/core/internal';
import { isError, isPromise } from '@taproot/core/plugin';
import { noteFailure } from '../exchange/exchange.ts';
import type { HttpContext } from '../exchange/http-context.ts';
import type { ErrorAnswers } from '../exchange/site.ts';
import { handlerSource } from '../handler/handler-name.ts';
import type { HttpHooks } from '../hooks/http-hooks.ts';
import { errorPage, errorPagePolicy } from '../pages/error-page.ts';
import { linkToSteps } from '../pages/link-to-steps.ts';
import { type ErrorView, errorView } from '../shared/error-view.ts';
import { clientTexts } from './client-text.ts';

// Headers about the body that the handler wanted to send.
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

const policy = 'Content-Security-Policy';

/** The messages of a failed validation by field; ignores other details of an error. */
const fieldsOf = (details: ErrorView['details']): Readonly<Record<string, readonly string[]>> => {
  const errors = details?.['errors'];
  if (typeof errors !== 'object' || errors === null) return {};
  const lists = Object.entries(errors).filter((entry): entry is [string, readonly unknown[]] =>
    Array.isArray(entry[1]),
  );
  return Object.fromEntries(lists.map(([field, messages]) => [field, messages.map(String)]));
};

/** Node's functions wrap the reason of a signal. If the client has left, the wrapped error is not a failure of the handler. */
const clientLeft = (error: unknown): unknown => {
  const cause: unknown = hasCode(error, 'ABORT_ERR') ? Reflect.get(Object(error), 'cause') : null;
  return hasCode(cause, 'E_CLIENT_LEFT') ? cause : error;
};

/**
 * Turns errors into responses. The `error` hook may answer first; otherwise the status of the error decides, or 500. Clients see details of
 * server errors only while `app.debug` is on. Server errors are always reported.
 */
export class ErrorResponses implements ErrorAnswers {
  readonly #hooks: HttpHooks;

  constructor(hooks: HttpHooks) {
    this.#hooks = hooks;
  }

  /** Never throws. If a tap fails, its error gets a response; if that fails, too, the client gets a plain 500. */
  readonly respond = (thrown: unknown, ctx: HttpContext): Response | Promise<Response> => {
    const error = clientLeft(thrown);
    noteFailure(ctx.exchange.res, error);
    try {
      const answer = this.#hooked(error, ctx);
      return isPromise(answer) ? this.#promised(answer, error, ctx) : (answer ?? this.#render(error, ctx));
    } catch (failure) {
      return this.#failed(failure, error, ctx);
    }
  };

  /** The body is JSON or a page; its message is in the language of the request. */
  plain(error: unknown, ctx: HttpContext): Response {
    const request = ctx.request();
    const seen = errorView(error, ctx.site.app.debug);
    const builder = ctx.response();
    for (const header of representation) builder.headers.remove(header);
    for (const [name, value] of Object.entries(seen.headers)) {
      // Adds a cookie of the error to the cookies that were set before.
      if (name.toLowerCase() === 'set-cookie') builder.headers.append(name, value);
      else builder.header(name, value);
    }
    builder.header('X-Content-Type-Options', 'nosniff').header('X-Request-Id', request.id()).vary('Accept');
    const response = request.wantsJson() ? this.#json(error, seen, ctx) : this.#page(error, seen, ctx);
    builder.staged = null;
    return Object.assign(response, { error });
  }

  #json(error: unknown, seen: ErrorView, ctx: HttpContext): Response {
    const { status, code, details } = seen;
    const { message } = clientTexts(ctx.site.app, ctx.locale(), error, seen);
    const body = { message: message.text, code, ...details, request_id: ctx.request().id() };
    return ctx.response().json(status, body);
  }

  #page(error: unknown, seen: ErrorView, ctx: HttpContext): Response {
    const { status, details, locale = ctx.locale() } = seen;
    const { phrase, message, word } = clientTexts(ctx.site.app, ctx.locale(), error, seen);
    const said = status < 500 ? null : word('server', 'Something went wrong on the server. Please try again later.');
    const html = errorPage({
      status,
      phrase,
      message: message.text === phrase.text ? said : message,
      fields: fieldsOf(details),
      fieldsLocale: locale,
      label: word('request', 'Request'),
      requestId: ctx.request().id(),
      hint: linkToSteps(ctx),
    });
    const builder = ctx.response();
    const response = builder.data(status, 'text/html; charset=utf-8', html);
    // The application's own policy wins. With it, the page may lose its style, but not its text.
    if (response.header(policy) === undefined) {
      response.setHeader(policy, errorPagePolicy);
      builder.headers.tellsOfBody([policy]);
    }
    return response;
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

  /** The types of the hook refuse promises, but JavaScript taps may return one. */
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
    // 501 is an error of the client, which used a method that HTTP does not know. Overload is reported once, not for
    // each request.
    if (response.status < 500 || response.status === 501) return response;
    if (hasCode(error, 'E_OVERLOADED', 'E_SERVER_CLOSING')) return response;
    this.#report(error, ctx);
    if (!ctx.site.app.debug) return response;
    return this.#debug(isError(error) ? error : thrownValue(error, handlerSource(ctx)), ctx, response);
  }

  async #debug(error: Error, ctx: HttpContext, plain: Response): Promise<Response> {
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
    // An error has a stack. For any other value, only the handler is known.
    ctx.site.app.report(error, isError(error) ? origin : { ...origin, thrownBy: handlerSource(ctx) });
  }
}
