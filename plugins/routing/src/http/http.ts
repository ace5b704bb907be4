import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type Application, type Context, type Handler, type HttpDriver, HttpError, type Response } from '@taproot/core';
import { noParams } from '../drivers/route-params.ts';
import { selectDriver } from '../drivers/select-driver.ts';
import { SocketExchange } from '../drivers/socket-exchange.ts';
import { errors } from '../errors.ts';
import { isPromise } from '../is-promise.ts';
import { writeResponse } from '../response/write-response.ts';
import { RootRouter } from '../router/root-router.ts';
import { RouteRegistry } from '../router/route-registry.ts';
import { createRequestCheck } from '../server/check-request.ts';
import { HttpServer, type ServerAddress } from '../server/http-server.ts';
import { type Aside, admitRequest, serverOptions } from './admit-request.ts';
import { compose, type Run } from './compose.ts';
import { Deadlines } from './deadlines.ts';
import { ErrorResponses } from './error-response.ts';
import { GlobalMiddleware } from './global-middleware.ts';
import { HttpContext } from './http-context.ts';
import { createHttpHooks, type HttpHooks } from './http-hooks.ts';
import { Kernel } from './kernel.ts';
import { buildRouteTable } from './route-table.ts';
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
    const { respond } = this.#errors;
    const deadlines = new Deadlines(kernel.clock, kernel.config.request_timeout, respond);
    const serve = (run: Run, ctx: HttpContext): Response | Promise<Response> => {
      const response = run(ctx);
      return isPromise(response) ? deadlines.watch(ctx, response) : response;
    };
    const table = buildRouteTable({
      kernel,
      registry: this.#registry,
      globalMiddleware: this.globalMiddleware.getGlobalMiddleware(),
      rescue: respond,
      announce: (route) => this.hooks.route.call(route),
      wrap: (run) => this.#hooked(run),
      serve,
    });
    const load = selectDriver(kernel.config.default);
    const check = createRequestCheck(kernel.config);
    const aside = this.#aside(kernel, serve);
    this.#engine = async () => {
      this.#driver = await load(this.hooks.driver);
      return admitRequest(check, await this.#driver.listener(table), aside);
    };
  }

  /** Opens the server and tells where. */
  async open(): Promise<void> {
    const server = new HttpServer(await this.#load(), this.#app.config.http, (error) =>
      this.#app.report(error, { where: 'server' }),
    );
    this.#server = server;
    this.#address = await server.open();
    this.hooks.listening.call(this.#address);
  }

  /** Lets requests in flight end, then closes. */
  async close(): Promise<void> {
    await this.#server?.close(this.#app.config.app.shutdown_timeout * 0.8);
    this.#server = null;
    this.#address = null;
    await this.#driver?.close?.();
    this.#kernel?.clock.stop();
  }

  async #load(): Promise<RequestListener> {
    if (this.#engine === null) throw errors.E_HTTP_NOT_READY();
    this.#listener ??= this.#engine().then((serve) => (this.#serve = serve));
    return this.#listener;
  }

  /** Answers what reaches no route; the global middleware runs around it, so that CORS holds there too. */
  #aside(kernel: Kernel, serve: (run: Run, ctx: HttpContext) => Response | Promise<Response>): Aside {
    const stack = this.globalMiddleware.getGlobalMiddleware();
    const refused = new WeakMap<Context, unknown>();
    const chain = (handler: Handler): Run => this.#hooked(compose(stack, handler, this.#errors.respond, true));
    const fault = (error: unknown): void => this.#app.report(error, { where: 'response' });
    const answer = (run: Run, req: IncomingMessage, res: ServerResponse, error?: unknown): void => {
      const ctx = new HttpContext(kernel, new SocketExchange(req, res, noParams), null);
      refused.set(ctx, error);
      void Promise.resolve(serve(run, ctx)).then((response) => writeResponse(req, res, response, fault));
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
