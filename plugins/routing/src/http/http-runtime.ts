import type { RequestListener } from 'node:http';
import type { Application } from '@taproot/core';
import type { OpenRequest } from '@taproot/core/internal';
import { type HttpDriver, lazy, perApp } from '@taproot/core/plugin';
import { errors } from '../errors.ts';
import { noteFailure } from '../exchange/exchange.ts';
import { type HttpHooks, refusedByParser, watchSent } from '../hooks/http-hooks.ts';
import { adoptForeign } from '../in-process/adopt-foreign.ts';
import { endInProcess, isInProcess, OpenRequests } from '../in-process/open-requests.ts';
import { GlobalMiddleware } from '../plan/global-middleware.ts';
import { placeMiddleware } from '../plan/place-middleware.ts';
import { planRoutes, type RoutePlan } from '../plan/route-plan.ts';
import { checkDriverTaps, selectDriver } from '../plan/select-driver.ts';
import { type StepWatcher, watchSteps } from '../plan/watch-steps.ts';
import { RootRouter } from '../router/root-router.ts';
import { RouteRegistry } from '../router/route-registry.ts';
import { Clock } from '../server/clock.ts';
import { endPolitely } from '../server/end-politely.ts';
import { createHostTrust } from '../server/host.ts';
import type { HttpServer, ServerAddress } from '../server/http-server.ts';
import { Load, type ServerLoad } from '../server/load.ts';
import { ShutdownSignals } from '../server/shutdown-signals.ts';
import { timerMilliseconds } from '../server/timer-milliseconds.ts';
import { inTurn } from '../server/turns.ts';
import { upgradeOf } from '../server/upgrade.ts';
import { type UpgradeListener, upgradeListener } from '../server/upgrade-listener.ts';
import { pathMask } from '../shared/path-mask.ts';
import type { SiteListener } from './serve.ts';

/** The HTTP side of one application: its hooks, its routes, its listener. The plugin opens and closes the server. */
export interface Http {
  /** Hooks of HTTP. Plugins tap them to see requests, responses, errors and the server. */
  readonly hooks: HttpHooks;
  /** The router that `facades.Route()` returns. */
  readonly router: RootRouter;
  /** The middleware around every request; `withMiddleware()` changes it. */
  readonly globalMiddleware: GlobalMiddleware;
  /**
   * Answers Node's requests: set `http.listen` to false, call `await app.open()`, and pass the listener to your own server:
   * `http.createServer(http.listener)`. The first request or `open()` loads the driver, so console commands never load it. A closing
   * application waits for these requests; new ones get 503.
   */
  readonly listener: RequestListener;
  /**
   * Answers the upgrades of your own server, as `listener` answers its requests: `server.on('upgrade', http.upgradeListener)`. If the
   * server has other listeners for upgrades, it answers only routes that declare them (`meta({ upgrade: 'websocket' })`).
   */
  readonly upgradeListener: UpgradeListener;
  /** The name of the driver in use. */
  readonly driver: string;
  /** The address of the server; null while it does not listen. */
  readonly address: ServerAddress | null;
  /** The load of the server, for health checks and metrics. */
  readonly serverLoad: ServerLoad;
}

/** The view of `runtime` for applications and plugins. Its other methods are for the plugin alone. */
const facadeOf = (runtime: Http): Http =>
  Object.freeze({
    hooks: runtime.hooks,
    router: runtime.router,
    globalMiddleware: runtime.globalMiddleware,
    listener: runtime.listener,
    upgradeListener: runtime.upgradeListener,
    get driver() {
      return runtime.driver;
    },
    get address() {
      return runtime.address;
    },
    serverLoad: runtime.serverLoad,
  });

/** The most requests that `openRequests()` lists. */
const mostShown = 5;

/** Answers requests to a closing or closed application, whose plugins may be closed already. */
const refuseClosed: RequestListener = (req, res) => {
  const { status, code, message } = errors.E_SERVER_CLOSING();
  const body = JSON.stringify({ message, code });
  endPolitely(req, res);
  res
    .writeHead(status, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-Content-Type-Options': 'nosniff',
      'Content-Length': Buffer.byteLength(body),
      'Retry-After': '1',
      Connection: 'close',
    })
    .end(req.method === 'HEAD' ? undefined : body);
};

/** The HTTP side of one application. The plugin prepares, opens and closes it. Others see only `facade`. */
export class HttpRuntime implements Http {
  readonly hooks: HttpHooks;
  readonly router: RootRouter;
  readonly globalMiddleware: GlobalMiddleware;
  readonly serverLoad = new Load();
  readonly facade: Http;
  readonly #app: Application;
  readonly #registry: RouteRegistry;
  #plan: RoutePlan | null = null;
  #listener: Promise<SiteListener> | null = null;
  #site: SiteListener | null = null;
  #driver: HttpDriver | null = null;
  readonly #clock = new Clock();
  readonly #signals = new ShutdownSignals();
  #opening: Promise<void> | null = null;
  #server: HttpServer | null = null;
  /** Requests that another server passes to the listener. */
  readonly #mounted = new OpenRequests();
  readonly #shown = lazy(() => pathMask(this.router.getRoutes()));
  #closed = false;
  #address: ServerAddress | null = null;

  constructor(app: Application) {
    this.#app = app;
    this.hooks = app.hookTables.of('http');
    this.globalMiddleware = new GlobalMiddleware(() => placeMiddleware(app));
    this.#registry = new RouteRegistry(app.basePath);
    this.router = new RootRouter({
      app: this.#app,
      registry: this.#registry,
      globalMiddleware: () => this.globalMiddleware.steps,
      planned: () => this.#plan?.infos ?? null,
      serve: (req, res) => this.listener(req, res),
      fetch: async (request, options) =>
        (await import('../in-process/web-fetch.ts')).webFetch(this.listener, request, options),
    });
    this.facade = facadeOf(this);
  }

  get driver(): string {
    return this.#app.config.http.driver;
  }

  readonly listener: RequestListener = inTurn((req, res) => {
    if (this.#closed) {
      if (this.hooks.sent.isUsed()) watchSent(req, res, this.hooks.sent);
      return refuseClosed(req, res);
    }
    if (!isInProcess(res)) {
      adoptForeign(req, res);
      this.#mounted.begin(res);
      upgradeOf(req)?.onSwitch(() => this.#mounted.leave(res));
    }
    if (this.#site !== null) this.#site.serve(req, res);
    else
      this.#start().then(
        ({ serve }) => serve(req, res),
        (error: unknown) => {
          this.#app.report(error, { where: 'driver' });
          res.destroy(error as Error);
        },
      );
  });

  readonly upgradeListener: UpgradeListener = upgradeListener({
    serve: (req, res) => this.listener(req, res),
    declares: (req) => this.#site?.declares(req) ?? false,
    leave: () => undefined,
  });

  get address(): ServerAddress | null {
    return this.#address;
  }

  /** Freezes and plans routes and middleware. Throws for every mistake in them and in `http`. */
  prepare(): void {
    this.#registry.freeze();
    const { config } = this.#app;
    selectDriver(this.#app);
    checkDriverTaps(this.#app);
    createHostTrust(config.http.trusted_hosts);
    const stack = this.globalMiddleware.steps;
    this.#plan = planRoutes(this.#registry, stack, (route) => this.hooks.route.call(route));
  }

  /**
   * A second listener over the same routes, with `watch` around every middleware and handler; `hooks:trace` sends its request there. The
   * normal listener stays unchanged. `end` closes the resources of the second listener's driver.
   */
  async watched(
    watch: StepWatcher,
  ): Promise<{ readonly listener: RequestListener; readonly end: () => Promise<void> }> {
    const { routes, stack } = watchSteps(watch, this.#registry, this.globalMiddleware.steps);
    let driver: HttpDriver | null = null;
    this.#planned();
    const { serve: listener } = await this.#serveOf(
      planRoutes(routes, stack, () => undefined),
      (loaded) => (driver = loaded),
    );
    return { listener, end: async () => driver?.close?.() };
  }

  /**
   * Loads the code for requests and, unless `http.listen` is false, opens the server.
   * @throws E_SERVER_OPENED the second time, or when it was closed by then
   */
  async open(): Promise<void> {
    if (this.#opening !== null || this.#closed) throw errors.E_SERVER_OPENED();
    this.#opening = this.#open();
    return this.#opening;
  }

  /**
   * Waits for open requests, then closes. `milliseconds` is the time for everything; a ninth of it is reserved for the
   * driver.
   */
  async close(milliseconds: number): Promise<void> {
    this.#closed = true;
    const seconds = (milliseconds / 1000) * (8 / 9);
    this.#signals.close(timerMilliseconds(seconds / 4));
    await Promise.all([this.#server?.close(seconds), this.#endMounted(seconds)]);
    await endInProcess(this.listener);
    // Waits for a driver that is still loading, to close it, too. The caller that opens it gets its error.
    await this.#opening?.catch(() => undefined);
    this.#address = null;
    await this.#driver?.close?.();
    this.serverLoad.stop();
    this.#clock.stop();
    this.#signals.stop();
  }

  /** The oldest requests that the server has not answered yet, the oldest first. */
  readonly openRequests = (): readonly OpenRequest[] => {
    const open = this.#server?.openResponses ?? [];
    return open.slice(0, mostShown).map(({ response: { req }, milliseconds }) => ({
      method: req.method ?? '',
      path: this.#shown()(req.url ?? ''),
      seconds: milliseconds / 1000,
    }));
  };

  /** Waits for upgraded connections whose code knows that they must end, until the deadline. Cuts all others that no plugin has closed. */
  async end(milliseconds: number): Promise<void> {
    await this.serverLoad.openUpgrades.end((milliseconds / 1000) * (8 / 9));
    await this.#server?.end();
    this.#server = null;
  }

  async #endMounted(seconds: number): Promise<void> {
    for (const response of await this.#mounted.end(seconds)) response.destroy();
  }

  async #open(): Promise<void> {
    const report = (error: unknown): void => this.#app.report(error, { where: 'server' });
    const { http } = this.#app.config;
    const { checkSpool } = await import('../body/spool.ts');
    await checkSpool(http.upload.directory, report);
    const [{ HttpServer }, { serve, declares }] = await Promise.all([
      import('../server/http-server.ts'),
      this.#start(),
    ]);
    if (this.#closed) throw errors.E_SERVER_OPENED();
    if (http.listen) {
      this.#server = new HttpServer({
        listener: serve,
        declares,
        config: http,
        report,
        announce: (server) => {
          server.on('connection', () => this.serverLoad.accepted++);
          this.hooks.server.call(server);
        },
        // Tests close many servers, and lose no request of their own.
        isPatient: !this.#app.debug && this.#app.config.app.env !== 'testing',
        refused: (error, bytes) => this.hooks.sent.call(refusedByParser(error, bytes)),
        stalled: (response, seconds) => noteFailure(response, errors.E_SEND_TIMEOUT({ seconds })),
      });
      this.#address = await this.#server.open();
    }
    const queues = [...this.#app.registry.queues].map(([name, { wait }]) => ({ name, wait }));
    this.serverLoad.start(http.overload, queues, report);
    if (this.#address !== null) this.hooks.listening.call(this.#address);
  }

  /** The listener, created once; after a failure the next caller creates it again. */
  async #start(): Promise<SiteListener> {
    this.#listener ??= this.#makeListener(this.#planned());
    return this.#listener;
  }

  async #makeListener(plan: RoutePlan): Promise<SiteListener> {
    try {
      this.#site = await this.#serveOf(plan, (driver) => (this.#driver = driver));
      return this.#site;
    } catch (error) {
      await this.#forget();
      throw error;
    }
  }

  /** Loads the code for requests, which console commands do not need. */
  async #serveOf(plan: RoutePlan, own: (driver: HttpDriver) => void): Promise<SiteListener> {
    const { createListener } = await import('./serve.ts');
    // File handlers and mounts import these at their first request; importing them now makes that request faster.
    await import('../files/serve-directory.ts');
    await import('../files/serve-file.ts');
    await import('../files/serve-file-system.ts');
    await import('../mount/hand-on.ts');
    this.#clock.start();
    const watches = { clock: this.#clock, load: this.serverLoad, signals: this.#signals };
    return createListener({ app: this.#app, router: this.router, hooks: this.hooks, plan, ...watches }, own);
  }

  /** Drops everything that was made for a listener that failed to start. */
  async #forget(): Promise<void> {
    const driver = this.#driver;
    this.#clock.stop();
    this.#driver = null;
    this.#listener = null;
    try {
      await driver?.close?.();
    } catch (error) {
      this.#app.report(error, { where: 'driver' });
    }
  }

  #planned(): RoutePlan {
    if (this.#plan === null) throw errors.E_HTTP_NOT_READY();
    return this.#plan;
  }
}

/** The HTTP side of an application. */
export const httpOf = perApp((app) => new HttpRuntime(app));
