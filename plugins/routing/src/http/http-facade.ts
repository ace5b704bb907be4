import type { RequestListener } from 'node:http';
import type { HttpHooks } from '../http-hooks.ts';
import type { GlobalMiddleware } from '../plan/global-middleware.ts';
import type { RootRouter } from '../router/root-router.ts';
import type { ServerAddress } from '../server/http-server.ts';

/** The HTTP side of one application: its hooks, its routes, its listener. The plugin opens and closes the server. */
export class Http {
  /** Hooks of HTTP: what a plugin taps to see requests, responses, errors and the server. */
  readonly hooks: HttpHooks;
  /** The router that `facades.Route()` gives. */
  readonly router: RootRouter;
  /** The middleware around every request; `withMiddleware()` changes it. */
  readonly globalMiddleware: GlobalMiddleware;
  /**
   * Answers Node's requests: with `http.listen` false, `await app.open()` and `http.createServer(http.listener)` are all
   * that a server of your own needs. Driver and engine are loaded by the first request or by `open()`, so that a console
   * command never loads them. When the application closes it waits for these requests; from then on it answers 503.
   */
  readonly listener: RequestListener;
  readonly #runtime: HttpFacts;

  constructor(runtime: Pick<Http, keyof Http>) {
    this.hooks = runtime.hooks;
    this.router = runtime.router;
    this.globalMiddleware = runtime.globalMiddleware;
    this.listener = runtime.listener;
    this.#runtime = runtime;
  }

  /** The name of the driver in use. */
  get driver(): string {
    return this.#runtime.driver;
  }

  /** Where the server listens; null while it does not. */
  get address(): ServerAddress | null {
    return this.#runtime.address;
  }

  /** Seconds the event loop lagged behind a moment ago, for health checks; 0 while no server is open. */
  get delay(): number {
    return this.#runtime.delay;
  }
}

/** The parts that change while the application runs. */
type HttpFacts = Pick<Http, 'driver' | 'address' | 'delay'>;
