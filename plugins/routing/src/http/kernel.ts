import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Application, Context, Request, Response } from '@taproot/core';
import type { HttpConfig } from '../config.ts';
import { HttpResponseBuilder } from '../response/http-response-builder.ts';
import { toCheckedJson, toJson } from '../response/json-fault.ts';
import { Reply } from '../response/reply.ts';
import { StrictReply } from '../response/strict-reply.ts';
import type { RootRouter } from '../router/root-router.ts';
import { createClientAddress, createForwarded, type Forwarded } from '../server/client-address.ts';
import { LoadWatch } from '../server/load-watch.ts';
import { Clock } from './clock.ts';
import { HttpContext } from './http-context.ts';
import { HttpRequest } from './http-request.ts';
import { ShutdownSignals } from './shutdown-signals.ts';
import { makeStrict, strictBuilder, strictContext } from './strict-classes.ts';

type RequestClass = new (ctx: HttpContext) => HttpRequest & Request;

/** The application's own request class: the framework's, with the methods its plugins add. Two applications share none. */
const requestClass = (app: Application): RequestClass => {
  class AppRequest extends HttpRequest {}
  for (const [name, { make }] of app.registry.requestMethods) {
    Object.defineProperty(AppRequest.prototype, name, {
      value(this: AppRequest, ...args: unknown[]) {
        return (make(this.ctx as Context, app) as (...args: unknown[]) => unknown)(...args);
      },
    });
  }
  return AppRequest;
};

/** What requests need of their application, decided before the first of them. */
export class Kernel {
  readonly app: Application;
  readonly config: HttpConfig;
  readonly router: RootRouter;
  readonly clock = new Clock();
  readonly load = new LoadWatch();
  readonly signals = new ShutdownSignals();
  // In development these refuse what would be lost in silence; elsewhere nothing stands in their way.
  readonly Request: RequestClass;
  readonly Context: typeof HttpContext = HttpContext;
  readonly ResponseBuilder: typeof HttpResponseBuilder = HttpResponseBuilder;
  readonly Reply: typeof Reply = Reply;
  /** The text of a JSON body. */
  readonly json: (body: unknown) => string = toJson;
  readonly clientAddress: (req: IncomingMessage) => string;
  readonly forwarded: (req: IncomingMessage) => Forwarded;
  // Unique among processes by its random part, among requests by its counter.
  readonly #idPrefix = randomBytes(8).toString('hex');
  #requests = 0;

  constructor(app: Application, router: RootRouter) {
    this.app = app;
    this.config = app.config.http;
    this.router = router;
    this.Request = requestClass(app);
    if (app.debug) {
      this.Request = makeStrict(this.Request);
      this.Context = strictContext();
      this.ResponseBuilder = strictBuilder();
      this.Reply = StrictReply;
      this.json = toCheckedJson;
    }
    this.clientAddress = createClientAddress(this.config.trusted_proxies);
    this.forwarded = createForwarded(this.config.trusted_proxies);
  }

  nextRequestId(): string {
    return `${this.#idPrefix}${(this.#requests++).toString(36).padStart(6, '0')}`;
  }

  /** A path of the author's, relative ones within the application. */
  path(path: string): string {
    return this.router.path(path);
  }

  /** Hosts that `redirect()` may lead to. */
  redirectHosts(own: string): readonly string[] {
    return [own, ...this.config.redirect_hosts];
  }

  /** What `abort()` answers: the status, with a body when one was given. */
  abortResponse(ctx: HttpContext, status: number, body: unknown): Response {
    if (body !== null) return ctx.response().json(status, body);
    return this.abortPage(ctx, status);
  }

  /** Set by the HTTP side once it exists: an aborted request is answered like an error of its status. */
  abortPage: (ctx: HttpContext, status: number) => Response = (ctx, status) => ctx.response().noContent(status);
}
