import cluster from 'node:cluster';
import { type Application, type Context, type SparseReport, sparseReport } from '@taproot/core';
import { Attempts } from './attempts.ts';
import { checkConfig } from './check-config.ts';
import { errors } from './errors.ts';
import type { Limit } from './limit.ts';
import {
  type LimitCallback,
  type Limiter,
  type LimiterName,
  LimiterRegistry,
  type LimitsCallback,
  type ThrottleName,
} from './limiter-registry.ts';
import type { CounterStore, StoreStatus } from './store/counter.ts';
import { createStore } from './store/create-store.ts';
import type { LimiterStoreFactory } from './store/custom-store.ts';
import { Throttle, type ThrottleParts } from './throttle.ts';
import type { ThrottleHooks } from './throttle-hooks.ts';

/** Rate limits: named limiters for routes, and counting by hand. */
export class RateLimiter {
  /** Hooks of rate limiting: `exceeded` is called for each request that is refused. */
  readonly hooks: ThrottleHooks;
  readonly #app: Application;
  readonly #report: SparseReport;
  readonly #stores = new Map<string, LimiterStoreFactory>();
  readonly #attempts: Attempts;
  readonly #parts: ThrottleParts;
  readonly #registry = new LimiterRegistry();
  readonly #throttles = new Set<Throttle>();
  #made: CounterStore | null = null;

  constructor(app: Application) {
    const { limiter: config } = app.config;
    checkConfig(config);
    const report = sparseReport((error) => app.report(error, { where: 'throttle' }));
    this.#app = app;
    this.hooks = app.hookTables.of('throttle');
    this.#report = report;
    const counter: CounterStore['counter'] = (points, seconds) => this.#store.counter(points, seconds);
    this.#attempts = new Attempts({ counter });
    this.#parts = {
      registry: this.#registry,
      counter,
      ietfHeaders: config.ietf_headers,
      // The store of this process does not fail.
      refusesFailures: config.fail === 'closed' && config.store !== 'memory',
      responseTimeout: config.response_timeout,
      announce: (ctx, limit) => this.#announce(ctx, limit),
      report: (error, ctx) => this.#reportOf(error, ctx),
      sparseReport: report,
    };
  }

  /**
   * Registers a store for `limiter.store`, in a plugin's `apply()` or in `withCallback()`.
   *
   * @example facades.RateLimiter().extend('postgres', ({ app }) => ({ limiter: ({ points, seconds }) => ... }));
   * @throws E_LIMITER_LATE once the store of the application was made.
   */
  extend(store: string, factory: LimiterStoreFactory): this {
    if (this.#made !== null) throw errors.E_LIMITER_LATE({ kind: 'store', name: store });
    this.#stores.set(store, factory);
    return this;
  }

  /** Registers a limiter of one limit; a name registered again replaces the first. */
  for(name: LimiterName, callback: LimitCallback): this {
    this.#registry.add(name, callback);
    return this;
  }

  /** Registers a limiter of several limits, asked in their order up to the first that refuses. */
  forWithLimits(name: LimiterName, callback: LimitsCallback): this {
    this.#registry.add(name, callback);
    return this;
  }

  /** The callback registered under `name`, or null. */
  limiter(name: LimiterName): Limiter['limits'] | null {
    return this.#registry.find(name)?.limits ?? null;
  }

  /** Takes a point of `limit` for `key`: whether there was one. With `work`, runs it if so and resolves to its result, else to false. */
  attempt(key: string, limit: Limit): Promise<boolean>;
  attempt<Result>(key: string, limit: Limit, work: () => Result | Promise<Result>): Promise<Result | false>;
  async attempt(key: string, limit: Limit, work: () => unknown = () => true): Promise<unknown> {
    const allowed = this.#attempts.attempt(key, limit);
    return (typeof allowed === 'boolean' ? allowed : await allowed) ? work() : false;
  }

  /** Whether `key` has no point left. Takes none: what must not happen more often than allowed is for `attempt()`. */
  async tooManyAttempts(key: string, limit: Limit): Promise<boolean> {
    return (await this.remaining(key, limit)) === 0;
  }

  /** Points that `key` has left. */
  remaining(key: string, limit: Limit): Promise<number> {
    return this.#attempts.remaining(key, limit);
  }

  /** Seconds until `key` has a point again; 0 while it has one. */
  availableIn(key: string, limit: Limit): Promise<number> {
    return this.#attempts.availableIn(key, limit);
  }

  /** Forgets what `key` has taken of `limit`. */
  clear(key: string, limit: Limit): Promise<void> {
    return this.#attempts.clear(key, limit);
  }

  /** Whether the store works. */
  status(): StoreStatus {
    return this.#store.status();
  }

  /** What `middleware.throttle(name)` gives. */
  throttle(name: ThrottleName): Throttle {
    const throttle = new Throttle(this.#parts, name);
    if (this.#registry.frozen) throttle.prepare();
    else this.#throttles.add(throttle);
    return throttle;
  }

  /** Looks every limiter up that a throttle names, attached to a route or not; no more are registered from here on. */
  freeze(): void {
    this.#registry.freeze();
    for (const throttle of this.#throttles) throttle.prepare();
    this.#throttles.clear();
    const { store } = this.#store.status();
    if (cluster.isWorker && store === 'memory') this.#app.report(errors.E_LIMITER_PER_PROCESS(), { where: 'throttle' });
  }

  /** Connects to the store; called by `start()`. */
  open(): Promise<void> {
    return this.#store.open();
  }

  /** Closes the store; called by `close()` of the application. */
  async close(): Promise<void> {
    await this.#made?.close();
  }

  /** Made when it is first asked for, at the latest when the application has booted: plugins register theirs before. */
  get #store(): CounterStore {
    return (this.#made ??= createStore(this.#app, this.#stores, this.#report));
  }

  #announce(ctx: Context, limit: Limit): void {
    if (!this.hooks.exceeded.isUsed()) return;
    try {
      this.hooks.exceeded.call(ctx, limit);
    } catch (error) {
      this.#reportOf(error, ctx);
    }
  }

  #reportOf(error: unknown, ctx: Context): void {
    const request = ctx.request();
    this.#app.report(error, {
      where: 'throttle',
      requestId: request.id(),
      method: request.method(),
      path: request.path(),
    });
  }
}
