import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import {
  type Answer,
  type Application,
  type Context,
  type Handler,
  type HttpDriver,
  HttpError,
  type Middleware,
  type RouteInfo,
} from '@taproot/core';
import { noParams } from '../drivers/route-params.ts';
import { selectDriver } from '../drivers/select-driver.ts';
import { SocketExchange } from '../drivers/socket-exchange.ts';
import { errors } from '../errors.ts';
import { writeResponse } from '../response/write-response.ts';
import { RootRouter } from '../router/root-router.ts';
import { RouteRegistry } from '../router/route-registry.ts';
import { createRequestCheck } from '../server/check-request.ts';
import { HttpServer, type ServerAddress } from '../server/http-server.ts';
import { shedLoad } from '../server/load-watch.ts';
import { type Aside, admitRequest, serverOptions } from './admit-request.ts';
import { compose, type Run } from './compose.ts';
import { Deadlines, type Serve } from './deadlines.ts';
import { ErrorResponses } from './error-response.ts';
import { GlobalMiddleware } from './global-middleware.ts';
import { HttpContext } from './http-context.ts';
import { createHttpHooks, type HttpHooks } from './http-hooks.ts';
import { Kernel } from './kernel.ts';
import { buildRouteTable } from './route-table.ts';
import { type Routes, type StepWatcher, watchSteps } from './watch-steps.ts';
import { webFetch } from './web-fetch.ts';

/** The HTTP side of one application: its hooks, its routes, its server. */
export class Http {
  readonly hooks: HttpHooks;
  readonly router: RootRouter;
  readonly globalMiddleware = new GlobalMiddleware();
  readonly #app: Application;
  readonly #registry: RouteRegistry;
  readonly #errors: ErrorResponses;
  #engine: (() => Promise<RequestListener>) | null = null;
  #listener: Promise<RequestListener> | null = null;
  #serve: RequestListener | null = null;
  #driver: HttpDriver | null = null;
  #kernel: Kernel | null = null;
  #server: HttpServer | null = null;
  #address: ServerAddress | null = null;

  constructor(app: Application) {
    this.#app = app;
    this.hooks = app.hookTables.define('http', createHttpHooks());
    this.#errors = new ErrorResponses(this.hooks);
    this.#registry = new RouteRegistry(app.basePath);
    this.router = new RootRouter({
      registry: this.#registry,
      globalMiddleware: () => this.globalMiddleware.getGlobalMiddleware().map((middleware) => middleware.signature()),
      serve: (req, res) => this.listener(req, res),
      fetch: (request) => webFetch(this.listener, request),
    });
  }

  /** The name of the driver in use. */
  get driver(): string {
    return this.#app.config.http.default;
  }

  /**
   * Answers Node's requests: `http.createServer(http.listener)` is all a server needs. The driver is loaded by the first
   * request or by `open()`, so that a console command never loads it.
   */
  readonly listener: RequestListener = (req, res) => {
    if (this.#serve !== null) this.#serve(req, res);
    else
      this.#load().then(
        (serve) => serve(req, res),
        (error: unknown) => res.destroy(error as Error),
      );
  };

  /** Where the server listens; null while it does not. */
  address(): ServerAddress | null {
    return this.#address;
  }

  /** Seconds the event loop lagged behind a moment ago, for health checks; 0 while no server is open. */
  get delay(): number {
    return this.#kernel?.load.delay ?? 0;
  }

  /** Collects the plugins' global middleware; the author's changes come after. */
  collectMiddleware(): void {
    this.globalMiddleware.use(this.hooks.globalMiddleware.call([]));
  }

  /** Freezes routes and middleware and builds the table: every mistake in them is told here. */
  prepare(): void {
    this.#registry.freeze();
    const kernel = new Kernel(this.#app, this.router);
    this.#kernel = kernel;
    kernel.abortPage = (ctx, status) => this.#errors.plain(new HttpError(status), ctx);
    const announce = (route: RouteInfo): void => this.hooks.route.call(route);
    const engine = this.#build(kernel, this.#registry, this.globalMiddleware.getGlobalMiddleware(), announce);
    this.#engine = () => engine((driver) => (this.#driver = driver));
  }

  /**
   * A second listener over the same routes, with `watch` around every middleware and handler; `hooks:trace` sends its
   * request there. What serves requests is neither changed nor slowed. `end` closes what the listener's driver holds.
   */
  async watched(
    watch: StepWatcher,
  ): Promise<{ readonly listener: RequestListener; readonly end: () => Promise<void> }> {
    if (this.#kernel === null) throw errors.E_HTTP_NOT_READY();
    const stack = this.globalMiddleware.getGlobalMiddleware();
    const steps = watchSteps(watch, this.#registry, stack);
    let driver: HttpDriver | null = null;
    const engine = this.#build(this.#kernel, steps.routes, steps.stack, () => undefined);
    const listener = await engine((loaded) => (driver = loaded));
    return { listener, end: async () => driver?.close?.() };
  }

  #build(
    kernel: Kernel,
    routes: Routes,
    stack: readonly Middleware[],
    announce: (route: RouteInfo) => void,
  ): (keep: (driver: HttpDriver) => void) => Promise<RequestListener> {
    const { respond } = this.#errors;
    const { serve } = new Deadlines(kernel.clock, kernel.config.request_timeout, respond);
    const table = buildRouteTable({
      kernel,
      registry: routes,
      globalMiddleware: stack,
      rescue: respond,
      announce,
      wrap: (run) => this.#hooked(run),
      serve,
    });
    const load = selectDriver(kernel.config.default);
    const check = shedLoad(createRequestCheck(kernel.config), kernel.load, kernel.config.max_delay);
    const aside = this.#aside(kernel, serve, stack);
    return async (keep) => {
      const driver = await load(this.hooks.driver);
      keep(driver);
      return admitRequest(check, await driver.listener(table), aside);
    };
  }

  /** Opens the server and tells where. */
  async open(): Promise<void> {
    const server = new HttpServer(await this.#load(), this.#app.config.http, (error) =>
      this.#app.report(error, { where: 'server' }),
    );
    this.#server = server;
    this.#address = await server.open();
    this.#kernel?.load.start(this.#app.config.http.max_delay, (error) => this.#app.report(error, { where: 'server' }));
    this.hooks.listening.call(this.#address);
  }

  /** Lets requests in flight end, then closes. */
  async close(): Promise<void> {
    await this.#server?.close(this.#app.config.app.shutdown_timeout * 0.8);
    this.#server = null;
    this.#address = null;
    await this.#driver?.close?.();
    this.#kernel?.load.stop();
    this.#kernel?.clock.stop();
  }

  async #load(): Promise<RequestListener> {
    if (this.#engine === null) throw errors.E_HTTP_NOT_READY();
    this.#listener ??= this.#engine().then((serve) => (this.#serve = serve));
    return this.#listener;
  }

  /** Answers what reaches no route; the global middleware runs around it, so that CORS holds there too. */
  #aside(kernel: Kernel, serve: Serve, stack: readonly Middleware[]): Aside {
    const refused = new WeakMap<Context, unknown>();
    const chain = (handler: Handler): Run => this.#hooked(compose(stack, handler, this.#errors.respond, true));
    const fault = (error: unknown): void => this.#app.report(error, { where: 'response' });
    const write: Answer = (response, { req, res }) => writeResponse(req, res, response, fault);
    const answer = (run: Run, req: IncomingMessage, res: ServerResponse, error?: unknown): void => {
      const ctx = new HttpContext(kernel, new SocketExchange(req, res, noParams), null);
      refused.set(ctx, error);
      serve(run, ctx, write);
    };
    const refusal = chain((ctx) => Promise.reject(refused.get(ctx)));
    const options = chain(serverOptions);
    return {
      refuse: (error, req, res) => answer(refusal, req, res, error),
      serverOptions: (req, res) => answer(options, req, res),
    };
  }

  /** Puts the `request` and `response` hooks around a chain; a hook nobody tapped leaves no trace. */
  #hooked(run: Run): Run {
    const { request, response } = this.hooks;
    const { respond } = this.#errors;
    const before: Run = request.isUsed()
      ? (ctx) =>
          request
            .promise(ctx)
            .then((early) => early ?? run(ctx))
            .catch((error: unknown) => respond(error, ctx))
      : run;
    if (!response.isUsed()) return before;
    return async (ctx) => {
      const made = await before(ctx);
      try {
        return await response.promise(made, ctx);
      } catch (error) {
        this.#app.report(error, { where: 'http.response', requestId: ctx.request().id() });
        return made;
      }
    };
  }
}
