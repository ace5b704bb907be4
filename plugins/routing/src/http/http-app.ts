import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Application, type Context, HttpError, type Request, type Response } from '@taproot/core';
import type { Route, RouteFinder } from '@taproot/core/internal';
import type { HttpDriver } from '@taproot/core/plugin';
import type { HttpConfig } from '../config.ts';
import type { HttpHooks } from '../http-hooks.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { exchangeOf } from '../request/exchange.ts';
import { HttpContext } from '../request/http-context.ts';
import { HttpRequest } from '../request/http-request.ts';
import { HttpResponseBuilder } from '../response/http-response-builder.ts';
import { toCheckedJson, toJson } from '../response/json-fault.ts';
import { Reply } from '../response/reply.ts';
import { StrictReply } from '../response/strict-reply.ts';
import type { RootRouter } from '../router/root-router.ts';
import { createClientAddress, createForwarded, createSentId, type Forwarded } from '../server/client-address.ts';
import type { LoadWatch } from '../server/load-watch.ts';
import { Admission } from './admission.ts';
import { Chains } from './chains.ts';
import type { Clock } from './clock.ts';
import { Deadlines } from './deadlines.ts';
import { ErrorResponses } from './error-response.ts';
import { Preflights } from './preflights.ts';
import type { ShutdownSignals } from './shutdown-signals.ts';
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

/** Clocks and lists that outlive the listener; `Http` stops them. */
export interface HttpWatches {
  readonly clock: Clock;
  readonly load: LoadWatch;
  readonly signals: ShutdownSignals;
}

/** The parts of an `HttpApp`. */
export interface HttpAppParts extends HttpWatches {
  readonly app: Application;
  readonly config: HttpConfig;
  readonly router: RootRouter;
  readonly hooks: HttpHooks;
  readonly plan: RoutePlan;
  readonly driver: HttpDriver;
}

/** Everything that requests need of their application. Made before the first request, then frozen. */
export class HttpApp {
  readonly app: Application;
  readonly config: HttpConfig;
  readonly hooks: HttpHooks;
  readonly clock: Clock;
  readonly signals: ShutdownSignals;
  readonly routes: readonly Route[];
  readonly admission: Admission;
  /** The name of the driver. */
  readonly driver: string;
  readonly finder: RouteFinder;
  readonly chains: Chains;
  readonly preflights: Preflights;
  readonly errors: ErrorResponses;
  readonly deadlines: Deadlines;
  /** Whether `http.request` or `http.response` is tapped. */
  readonly hooked: boolean;
  /** Whether `http.sent` is tapped. */
  readonly tellsSent: boolean;
  // Development uses strict classes, which throw on unknown members and other mistakes that would pass silently.
  readonly Request: RequestClass;
  readonly Context: typeof HttpContext = HttpContext;
  readonly ResponseBuilder: typeof HttpResponseBuilder = HttpResponseBuilder;
  readonly Reply: typeof Reply = Reply;
  /** The text of a JSON body. `ctx` is given for the data that a handler returned, so that an error names the handler. */
  readonly json: (body: unknown, ctx?: HttpContext) => string = toJson;
  readonly clientAddress: (req: IncomingMessage) => string;
  readonly forwarded: (req: IncomingMessage) => Forwarded;
  readonly router: RootRouter;
  readonly #sentId: ReturnType<typeof createSentId>;
  // The random part differs between processes, the counter between requests.
  readonly #idPrefix = randomBytes(8).toString('hex');
  #requests = 0;

  constructor({ app, config, router, hooks, plan, driver, clock, load, signals }: HttpAppParts) {
    this.app = app;
    this.config = config;
    this.router = router;
    this.hooks = hooks;
    this.clock = clock;
    this.signals = signals;
    this.routes = plan.routes;
    this.admission = new Admission(config, load);
    this.driver = driver.name;
    this.finder = driver.finder(plan.routes);
    this.chains = new Chains(plan.stack, plan.fallback);
    this.preflights = new Preflights(plan.stack, plan.routes);
    this.errors = new ErrorResponses(hooks);
    this.deadlines = new Deadlines(clock, config, this.errors);
    this.hooked = hooks.request.isUsed() || hooks.response.isUsed();
    this.tellsSent = hooks.sent.isUsed();
    this.Request = requestClass(app);
    if (app.debug) {
      this.Request = makeStrict(this.Request);
      this.Context = strictContext();
      this.ResponseBuilder = strictBuilder();
      this.Reply = StrictReply;
    }
    if (app.debug || app.config.app.env === 'testing') this.json = toCheckedJson;
    this.clientAddress = createClientAddress(config.trusted_proxies);
    this.forwarded = createForwarded(config.trusted_proxies);
    this.#sentId = createSentId(config.trusted_proxies);
    Object.freeze(this);
  }

  /** Reports a body that fails after the response has begun, with the request if it is known. */
  readonly fault = (error: unknown, req?: IncomingMessage): void => {
    const request = req === undefined ? undefined : exchangeOf(req)?.ctx?.request();
    const told = request && { requestId: request.id(), method: request.method(), path: request.path() };
    this.app.report(error, { where: 'response', ...told });
  };

  /** The id of a request: the one that a trusted proxy sent, else the next of this process. */
  requestId(req: IncomingMessage): string {
    return this.#sentId?.(req) ?? this.#nextId();
  }

  #nextId(): string {
    return `${this.#idPrefix}${(this.#requests++).toString(36).padStart(6, '0')}`;
  }

  /** Resolves a path of the application: relative ones start at its folder. */
  path(path: string): string {
    return this.router.path(path);
  }

  /** Hosts that `redirect()` may lead to. */
  redirectHosts(own: string): readonly string[] {
    return [own, ...this.config.redirect_hosts];
  }

  /** The response of `abort()`: with the given body, or like an error of this status. */
  abortResponse(ctx: HttpContext, status: number, body: unknown): Response {
    return body === null ? this.errors.plain(new HttpError(status), ctx) : ctx.response().json(status, body);
  }
}
