import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Application, type Context, type Request } from '@taproot/core';
import type { Route, RouteFinder } from '@taproot/core/internal';
import type { HttpDriver } from '@taproot/core/plugin';
import type { HttpSettings } from '../config.ts';
import { exchangeOf, type NodeExchange } from '../exchange/exchange.ts';
import { HttpContext } from '../exchange/http-context.ts';
import { HttpRequest } from '../exchange/http-request.ts';
import { Reply, StrictReply } from '../exchange/reply.ts';
import { builderClass } from '../exchange/response-builder.ts';
import type { Site } from '../exchange/site.ts';
import type { HttpHooks } from '../hooks/http-hooks.ts';
import type { RoutePlan } from '../plan/route-plan.ts';
import { toCheckedJson, toJson } from '../response/json-body.ts';
import type { RootRouter } from '../router/root-router.ts';
import { createClientAddress, createForwarded, createSentId, type Forwarded } from '../server/client-address.ts';
import { Clock } from '../server/clock.ts';
import { Load } from '../server/load.ts';
import type { OpenUpgrades } from '../server/open-upgrades.ts';
import { ShutdownSignals } from '../server/shutdown-signals.ts';
import { Admission } from './admission.ts';
import { Chains } from './chains.ts';
import { Deadlines } from './deadlines.ts';
import { ErrorResponses } from './error-response.ts';
import { Preflights } from './preflights.ts';
import { makeStrict, strictBuilder, strictContext } from './strict-classes.ts';

type RequestClass = new (ctx: HttpContext) => HttpRequest & Request;

/** The request class of an application: the class of the framework with the methods of its plugins. Each application has its own. */
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

/** The parts of a `ServedSite`. */
export interface SiteParts {
  readonly app: Application;
  readonly config: HttpSettings;
  readonly router: RootRouter;
  readonly hooks: HttpHooks;
  readonly plan: RoutePlan;
  readonly driver: HttpDriver;
  // These live longer than the listener, and `HttpRuntime` stops them. Contexts without a listener have none.
  readonly clock?: Clock;
  readonly load?: Load;
  readonly signals?: ShutdownSignals;
}

/** Everything that requests need of their application. Made before the first request, then frozen. */
export class ServedSite implements Site {
  readonly app: Application;
  readonly config: HttpSettings;
  readonly hooks: HttpHooks;
  readonly clock: Clock;
  readonly signals: ShutdownSignals;
  readonly load: Load;
  readonly upgrades: OpenUpgrades;
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
  readonly createContext: (exchange: NodeExchange) => HttpContext;
  readonly createRequest: Site['createRequest'];
  readonly createBuilder: Site['createBuilder'];
  readonly createReply: Site['createReply'];
  readonly json: Site['json'];
  readonly clientAddress: (req: IncomingMessage) => string;
  readonly forwarded: (req: IncomingMessage) => Forwarded;
  readonly #router: RootRouter;
  readonly #sentId: ReturnType<typeof createSentId>;
  // The random part differs between processes, the counter between requests.
  readonly #idPrefix = randomBytes(8).toString('hex');
  #requests = 0;

  constructor(parts: SiteParts) {
    const { app, config, router, hooks, plan, driver } = parts;
    const { clock = new Clock(), load = new Load(), signals = new ShutdownSignals() } = parts;
    this.app = app;
    this.config = config;
    this.#router = router;
    this.hooks = hooks;
    this.clock = clock;
    this.signals = signals;
    this.load = load;
    this.upgrades = load.openUpgrades;
    this.routes = plan.routes;
    this.admission = new Admission(config, new Set(plan.routes.flatMap(({ methods }) => methods)));
    this.driver = driver.name;
    this.finder = driver.finder(plan.routes);
    this.chains = new Chains(plan.stack, plan.fallback);
    this.preflights = new Preflights(plan.stack, plan.routes);
    this.errors = new ErrorResponses(hooks);
    this.deadlines = new Deadlines({ clock, load }, config, this.errors);
    this.hooked = hooks.request.isUsed() || hooks.response.isUsed();
    this.tellsSent = hooks.sent.isUsed();
    const AppRequest = requestClass(app);
    const AppBuilder = builderClass(app);
    const classes = app.debug
      ? {
          Context: strictContext(),
          Request: makeStrict(AppRequest),
          Builder: strictBuilder(AppBuilder),
          Reply: StrictReply,
        }
      : { Context: HttpContext, Request: AppRequest, Builder: AppBuilder, Reply };
    const { Context, Request, Builder, Reply: ReplyClass } = classes;
    this.createContext = (exchange) => new Context(this, exchange);
    this.createRequest = (ctx) => new Request(ctx);
    this.createBuilder = (ctx) => new Builder(ctx);
    this.createReply = (bag, status, body, type) => new ReplyClass(bag, status, body, type);
    this.json = app.debug || app.config.app.env === 'testing' ? toCheckedJson : toJson;
    this.clientAddress = createClientAddress(config.trusted_proxies);
    this.forwarded = createForwarded(config.trusted_proxies);
    this.#sentId = createSentId(config.trusted_proxies);
    Object.freeze(this);
  }

  readonly fault = (error: unknown, req?: IncomingMessage): void => {
    const request = req === undefined ? undefined : exchangeOf(req)?.ctx?.request();
    const told = request && { requestId: request.id(), method: request.method(), path: request.path() };
    this.app.report(error, { where: 'response', ...told });
  };

  requestId(req: IncomingMessage): string {
    return this.#sentId?.(req) ?? this.#nextId();
  }

  #nextId(): string {
    return `${this.#idPrefix}${(this.#requests++).toString(36).padStart(6, '0')}`;
  }

  url(name: string, params: Readonly<Record<string, string | number>>): string {
    return this.#router.url<string>(name, params);
  }
}
