import type { Context, ContextValues, Request, Response } from '@taproot/core';
import type { Route } from '@taproot/core/internal';
import { languageTag } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { isSpelledPlainly } from '../pattern/spelling.ts';
import type { NodeExchange } from './exchange.ts';
import type { HttpRequest } from './http-request.ts';
import type { HttpResponseBuilder } from './response-builder.ts';
import type { Site } from './site.ts';

/** The context of one request. Its parts are made at their first use, because most handlers use few of them. */
export class HttpContext implements Context {
  readonly site: Site;
  readonly exchange: NodeExchange;
  /** The matched route. A static directory without the file passes the request to another route. */
  route: Route | null;
  /** The response of `abort()`, which wins over anything that the handler returns later. */
  aborted: Response | null = null;
  /** The response for a handler that returned nothing and prepared nothing. */
  silent: Response | null = null;
  /** Whether every handler and middleware of this request has ended. */
  ended = false;
  /** When the request began, on the coarse clock of the application. */
  readonly began: number;
  #request: (HttpRequest & Request) | null = null;
  #response: HttpResponseBuilder | null = null;
  /** The first value is stored without a Map, because most requests keep one value or none. */
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

  /** Whether the request has a body that must be read before the handler runs. */
  expectsBody(): boolean {
    const { method } = this.exchange.req;
    return method !== 'GET' && method !== 'HEAD' && this.request().expectsBody();
  }

  /** The response when the handler returned nothing. */
  settle(): Response {
    return this.#response?.staged ?? (this.silent = this.response().data(200, '', ''));
  }

  /** Closes the bodies of responses that are not sent. */
  closeOthers(sent: Response): void {
    this.#response?.closeOthers(sent);
  }

  /** Call it when no handler or middleware of this request runs any more. */
  end(): void {
    this.ended = true;
    this.#request?.release();
  }

  /** Aborts the handler's signal, now or as soon as the handler asks for it. */
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
 * Native middleware sees the target as it was sent, and may guard a path. So that path must be the same as the one that routes match.
 * @throws E_ROUTE_NOT_FOUND for a path in another spelling than that of its route
 */
export const requirePlainSpelling = (ctx: Context): void => {
  if (!(ctx instanceof HttpContext)) return;
  const { exchange, route } = ctx;
  if (!isSpelledPlainly(exchange.target, route?.pattern ?? null)) throw errors.E_ROUTE_NOT_FOUND();
};
