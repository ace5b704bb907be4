import type { HealthCheck, LongestWait, PlacedMiddleware } from '../contracts/contributions.ts';
import type { Figure } from '../contracts/figures.ts';
import { errors } from '../errors/errors.ts';
import type { Context } from '../http/context.ts';
import { requestMembers } from '../http/request-members.ts';
import type { Application } from './application.ts';
import type { MakeDriver } from './plugin.ts';

/** The name that errors and listings use for the core itself. */
export const corePluginName = 'app';

/** The contribution of one plugin under one name. */
export interface Contribution<Make = (app: Application) => unknown> {
  readonly plugin: string;
  readonly make: Make;
}

/** Makes a request method for one request. */
export type MakeRequestMethod = (ctx: Context, app: Application) => unknown;

/** Makes a method of `ctx.response()` for one request. */
export type MakeResponseMethod = (ctx: Context, app: Application, status: number) => unknown;

/** The contributions of plugins by name. If two plugins contribute the same name, the error names both. */
export class Registry {
  readonly facades = new Map<string, Contribution>();
  readonly middleware = new Map<string, Contribution>();
  readonly requestMethods = new Map<string, Contribution<MakeRequestMethod>>();
  readonly responseMethods = new Map<string, Contribution<MakeResponseMethod>>();
  /** Health checks, by name. Pages and commands run them to see whether the application works. */
  readonly health = new Map<string, { readonly plugin: string; readonly check: HealthCheck }>();
  /** Queues of plugins, by name: how long their oldest work waits. The server refuses requests while one is too long. */
  readonly queues = new Map<string, { readonly plugin: string; readonly wait: LongestWait }>();
  /** Metrics of plugins by name. */
  readonly figures = new Map<string, { readonly plugin: string; readonly figure: Figure }>();
  /** Makers of global middleware, in the order of the plugins. */
  readonly globalMiddleware: Contribution<(app: Application) => readonly PlacedMiddleware[]>[] = [];
  /** HTTP engines. */
  readonly drivers = new Map<string, Contribution<MakeDriver>>();
  /** The values that plugins provide to each other; see `Application.provided()`. */
  readonly provided = new Map<string, Contribution>();

  /** Adds a facade; its first use calls `make`. */
  facade(plugin: string, facade: string, make: Contribution['make']): void {
    const first = this.facades.get(facade)?.plugin;
    if (first !== undefined) throw errors.E_FACADE_DUPLICATE({ facade, first, second: plugin });
    this.facades.set(facade, { plugin, make });
  }

  /** Adds a factory to the `middleware` handle; its first use calls `make`. */
  middlewareFactory(plugin: string, middleware: string, make: Contribution['make']): void {
    const first = this.middleware.get(middleware)?.plugin;
    if (first !== undefined) throw errors.E_MIDDLEWARE_DUPLICATE({ middleware, first, second: plugin });
    this.middleware.set(middleware, { plugin, make });
  }

  /** Adds a method to `ctx.request()`. */
  requestMethod(plugin: string, method: string, make: MakeRequestMethod): void {
    const own = Object.hasOwn(requestMembers, method) ? corePluginName : undefined;
    const first = own ?? this.requestMethods.get(method)?.plugin;
    if (first !== undefined) throw errors.E_REQUEST_METHOD_DUPLICATE({ method, first, second: plugin });
    this.requestMethods.set(method, { plugin, make });
  }

  /** Adds a method to `ctx.response()`. */
  responseMethod(plugin: string, method: string, make: MakeResponseMethod): void {
    const first = this.responseMethods.get(method)?.plugin;
    if (first !== undefined) throw errors.E_RESPONSE_METHOD_DUPLICATE({ method, first, second: plugin });
    this.responseMethods.set(method, { plugin, make });
  }

  /** Adds a health check. */
  healthCheck(plugin: string, name: string, check: HealthCheck): void {
    const first = this.health.get(name)?.plugin;
    if (first !== undefined) throw errors.E_HEALTH_DUPLICATE({ name, first, second: plugin });
    this.health.set(name, { plugin, check });
  }

  /** Adds a queue. */
  queue(plugin: string, name: string, wait: LongestWait): void {
    const first = this.queues.get(name)?.plugin;
    if (first !== undefined) throw errors.E_QUEUE_DUPLICATE({ name, first, second: plugin });
    this.queues.set(name, { plugin, wait });
  }

  /** Adds a metric. */
  figure(plugin: string, name: string, figure: Figure): void {
    const first = this.figures.get(name)?.plugin;
    if (first !== undefined) throw errors.E_FIGURE_DUPLICATE({ name, first, second: plugin });
    this.figures.set(name, { plugin, figure });
  }

  /** Adds an HTTP engine. If `http.driver` names it, `make` is called before the first request. */
  driver(plugin: string, driver: string, make: MakeDriver): void {
    const first = this.drivers.get(driver)?.plugin;
    if (first !== undefined) throw errors.E_DRIVER_DUPLICATE({ driver, first, second: plugin });
    this.drivers.set(driver, { plugin, make });
  }

  /** Adds a value that a plugin provides; its first use calls `make`. */
  provider(plugin: string, name: string, make: Contribution['make']): void {
    const first = this.provided.get(name)?.plugin;
    if (first !== undefined) throw errors.E_PROVIDER_DUPLICATE({ name, first, second: plugin });
    this.provided.set(name, { plugin, make });
  }
}

/**
 * Gives `table` one function for each registered name. The facade is created at its first call, once per application. If it is
 * a function, it gets the arguments of each call: `facades.Lang(ctx)`, `middleware.throttle('api')`.
 */
export const fillTable = (table: object, registered: ReadonlyMap<string, Contribution>, app: Application): void => {
  for (const [name, { make }] of registered) {
    let made: unknown;
    const member = (...args: readonly unknown[]): unknown => {
      made ??= make(app);
      return typeof made === 'function' ? made(...args) : made;
    };
    Object.assign(table, { [name]: member });
  }
};
