import {
  type Application,
  type Context,
  type ContextValues,
  errorView,
  fromWeb,
  type Handler,
  isResponse,
  isWebResponse,
  type Middleware,
  type Next,
  type Request,
} from '@taproot/core';
import { FakeAbort } from './fake-abort.ts';
import { FakeRequest, type FakeRequestInit } from './fake-request.ts';
import { FakeResponse } from './fake-response.ts';
import { FakeResponseBuilder } from './fake-response-builder.ts';

type RequestMethod = (...args: unknown[]) => unknown;

/** What a fake context is made of; every part may be left out. */
export interface FakeContextInit extends FakeRequestInit {
  /** Gives the request the methods that the application's plugins add, such as `validate`, and its locale. */
  readonly app?: Application;
  /** Locale of the request, a BCP 47 tag; that of `app` by default, else `en`. */
  readonly locale?: string;
}

/** A request on its way through no driver at all: what a plugin may use of the contract, without routing. */
export class FakeContext implements Context {
  readonly #request: FakeRequest & Request;
  readonly #response: FakeResponseBuilder;
  readonly #values = new Map<PropertyKey, unknown>();
  readonly #debug: boolean;
  #locale: string;

  constructor({ app, locale, ...init }: FakeContextInit = {}) {
    const request = new FakeRequest(init);
    if (app !== undefined)
      // Made at the call, as by routing: a method may ask the request for what is not there yet.
      for (const [name, { make }] of app.registry.requestMethods)
        Object.defineProperty(request, name, {
          value: (...args: unknown[]) => (make(this, app) as RequestMethod)(...args),
        });
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- not once plugins have merged methods into Request
    this.#request = request as FakeRequest & Request;
    this.#response = new FakeResponseBuilder(request);
    this.#debug = app?.debug ?? false;
    this.#locale = locale ?? app?.locale ?? 'en';
  }

  request(): FakeRequest & Request {
    return this.#request;
  }

  response(): FakeResponseBuilder {
    return this.#response;
  }

  value<Key extends keyof ContextValues>(key: Key): ContextValues[Key] | undefined;
  value(key: PropertyKey): unknown;
  value(key: PropertyKey): unknown {
    return this.#values.get(key);
  }

  withValue(key: PropertyKey, value: unknown): this {
    this.#values.set(key, value);
    return this;
  }

  locale(): string {
    return this.#locale;
  }

  setLocale(locale: string): this {
    this.#locale = locale;
    return this;
  }

  /** What a middleware is given as `next`: runs the handler; what it throws comes back as the response of its error. */
  next(handler: Handler = (ctx) => ctx.response().noContent()): Next {
    return () =>
      this.#answer(async () => {
        // Handlers have it read for them.
        await this.#request.body();
        return handler(this);
      });
  }

  /**
   * Runs a middleware around a handler, as a driver would: what either throws is the response of its error, and the body
   * is unread until the handler runs or somebody awaits `body()`.
   */
  through(middleware: Middleware, handler?: Handler): Promise<FakeResponse> {
    this.#request.arrive();
    return this.#answer(() => middleware.handle(this, this.next(handler)));
  }

  async #answer(work: () => ReturnType<Handler>): Promise<FakeResponse> {
    try {
      const outcome = (await work()) ?? this.#response.last ?? this.#response.make(200, '');
      const ours = isResponse(outcome) ? outcome : this.#response.json(200, outcome);
      const response = isWebResponse(outcome) ? fromWeb(this, outcome) : ours;
      if (response instanceof FakeResponse) return response;
      const made = this.#response.make(response.status, response.body, response.error);
      for (const [name, value] of response.headers()) made.setHeader(name, value);
      return made;
    } catch (error) {
      return this.#failed(error);
    }
  }

  #failed(error: unknown): FakeResponse {
    const { status, code, message, headers, details } = errorView(error, this.#debug);
    const aborted = error instanceof FakeAbort && error.body !== null;
    const told = aborted ? error.body : { message, code, ...details, request_id: this.#request.id() };
    const response = this.#response.make(status, JSON.stringify(told), error);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return response.setHeader('Content-Type', 'application/json; charset=utf-8');
  }
}

/** A request on its way, for middleware and services of a plugin: `await fakeContext({ ip }).through(middleware)`. */
export const fakeContext = (init: FakeContextInit = {}): FakeContext => new FakeContext(init);
