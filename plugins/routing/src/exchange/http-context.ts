import type { Context, ContextValues, Request, Response } from '@taproot/core';
import type { Route } from '@taproot/core/internal';
import { languageTag } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isSpelledPlainly } from '../pattern/spelling.ts';
import type { NodeExchange } from './exchange.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponseBuilder } from './response-builder.ts';
import type { Site } from './site.ts';

/** One request on its way. Its parts are made when first asked for: most handlers use few of them. */
export class HttpContext implements Context {
  readonly site: Site;
  readonly exchange: NodeExchange;
  /** The route that was matched; a directory without the file hands on to the route behind it. */
  route: Route | null;
  /** The response of `abort()`, which wins over whatever the handler returns after it. */
  aborted: Response | null = null;
  /** The reply to a handler that answered nothing. */
  silent: Response | null = null;
  /** Whether every handler and middleware of this request has ended. */
  ended = false;
  /** When it began, on the coarse clock of the application. */
  readonly began: number;
  #request: (HttpRequest & Request) | null = null;
  #response: HttpResponseBuilder | null = null;
  /** The value that was kept first has no Map: most requests keep one, or none. */
  #firstKey: PropertyKey | null = null;
  #firstValue: unknown;
  #values: Map<PropertyKey, unknown> | null = null;
  #locale: string | null = null;

  constructor(site: Site, exchange: NodeExchange) {
    this.site = site;
    this.exchange = exchange;
    this.route = exchange.route;
    this.began = site.clock.now;
  }

  request(): HttpRequest & Request {
    return (this.#request ??= this.site.createRequest(this));
  }

  response(): HttpResponseBuilder {
    return (this.#response ??= this.site.createBuilder(this));
  }

  value<Key extends keyof ContextValues>(key: Key): ContextValues[Key] | undefined;
  value(key: PropertyKey): unknown;
  value(key: PropertyKey): unknown {
    return this.#firstKey === key ? this.#firstValue : this.#values?.get(key);
  }

  withValue(key: PropertyKey, value: unknown): this {
    this.#firstKey ??= key;
    if (this.#firstKey === key) this.#firstValue = value;
    else (this.#values ??= new Map()).set(key, value);
    return this;
  }

  locale(): string {
    return this.#locale ?? this.site.app.locale;
  }

  setLocale(locale: string): this {
    this.#locale = locale.includes('_') ? languageTag(locale) : locale;
    return this;
  }

  /** Whether a body comes with the request that is to be read before the handler runs. */
  expectsBody(): boolean {
    const { method } = this.exchange.req;
    return method !== 'GET' && method !== 'HEAD' && this.request().expectsBody();
  }

  /** The response when the handler returned nothing. */
  settle(): Response {
    return this.#response?.staged ?? (this.silent = this.response().data(200, '', ''));
  }

  /** Closes what was opened for replies other than the one that is sent. */
  closeOthers(sent: Response): void {
    this.#response?.closeOthers(sent);
  }

  /** To be called when no handler or middleware of this request runs any more. */
  end(): void {
    this.ended = true;
    this.#request?.release();
  }

  /** Tells the handler to stop, if it listens, or once it does. */
  cancel(reason: Error): void {
    this.request().cancel(reason);
  }
}

/** Thrown by `ctx.request().abort()` to leave the handler. Carries the response. */
export class Abort {
  readonly response: Response;

  constructor(response: Response) {
    this.response = response;
  }
}

/**
 * For native middleware, which sees the target as it was sent and may guard a path: it must see the path that the
 * routes read.
 * @throws E_ROUTE_NOT_FOUND for a path in another spelling than that of its route
 */
export const requirePlainSpelling = (ctx: Context): void => {
  if (!(ctx instanceof HttpContext)) return;
  const { exchange, route } = ctx;
  if (!isSpelledPlainly(exchange.target, route?.pattern ?? null)) throw errors.E_ROUTE_NOT_FOUND();
};
