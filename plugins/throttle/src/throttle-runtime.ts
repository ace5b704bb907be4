import cluster from 'node:cluster';
import { type Application, type Context } from '@taproot/core';
import { perApp, type SparseReport, sparseReport } from '@taproot/core/plugin';
import { checkConfig } from './config.ts';
import { DecisionCounts } from './decisions.ts';
import { errors } from './errors.ts';
import type { Limit } from './limit.ts';
import { LimiterRegistry, type ThrottleName } from './limiter-registry.ts';
import { RateLimiter } from './rate-limiter.ts';
import type { CounterStore, StoreStatus } from './store/counter.ts';
import { createStore, storeNames } from './store/create-store.ts';
import type { LimiterStoreFactory } from './store/custom-store.ts';
import { Throttle, type ThrottleParts } from './throttle.ts';
import type { ThrottleHooks } from './throttle-hooks.ts';

/** The rate limiting of one application. The plugin freezes, opens and closes it; `facade` is the part for others. */
export class ThrottleRuntime {
  readonly hooks: ThrottleHooks;
  readonly registry = new LimiterRegistry();
  /** How often each limiter has let requests through and refused them. */
  readonly decisions = new DecisionCounts();
  readonly facade: RateLimiter;
  readonly #app: Application;
  readonly #report: SparseReport;
  readonly #stores = new Map<string, LimiterStoreFactory>();
  readonly #parts: ThrottleParts;
  readonly #throttles = new Set<Throttle>();
  #made: CounterStore | null = null;
  #replaced: CounterStore | null = null;

  constructor(app: Application) {
    const { throttle: config } = app.config;
    checkConfig(config);
    this.#app = app;
    this.hooks = app.hookTables.of('throttle');
    this.#report = sparseReport((error) => app.report(error, { where: 'throttle' }));
    const counter: CounterStore['counter'] = (points, seconds) => this.#store.counter(points, seconds);
    this.#parts = {
      registry: this.registry,
      decisions: this.decisions,
      counter,
      ietfHeaders: config.ietf_headers,
      // The store `memory` does not fail.
      refusesFailures: config.fail === 'closed' && config.store !== 'memory',
      responseTimeout: config.response_timeout,
      announce: (ctx, limit) => this.#announce(ctx, limit),
      report: (error, ctx) => this.#reportOf(error, ctx),
      sparseReport: this.#report,
    };
    this.facade = new RateLimiter(this, counter);
  }

  /** Adds a store; `E_THROTTLE_LATE` once the store of the application was made. */
  addStore(store: string, factory: LimiterStoreFactory): void {
    if (this.#made !== null) throw errors.E_THROTTLE_LATE({ kind: 'store', name: store });
    if (storeNames.includes(store) || this.#stores.has(store)) throw errors.E_THROTTLE_STORE_TAKEN({ store });
    this.#stores.set(store, factory);
  }

  /** For tests: counts in another store from now on. The application still closes the first store. */
  replaceStore(store: CounterStore): void {
    this.#replaced = store;
  }

  get status(): StoreStatus {
    return this.#store.status();
  }

  throttle(name: ThrottleName): Throttle {
    const throttle = new Throttle(this.#parts, name);
    if (this.registry.frozen) throttle.prepare();
    else this.#throttles.add(throttle);
    return throttle;
  }

  /** Looks up every limiter that a throttle names, even if no route uses it. After this, no more limiters can be registered. */
  freeze(): void {
    this.registry.freeze();
    for (const throttle of this.#throttles) throttle.prepare();
    this.#throttles.clear();
    const { store } = this.status;
    if (cluster.isWorker && store === 'memory')
      this.#app.report(errors.E_THROTTLE_PER_PROCESS(), { where: 'throttle' });
  }

  /** Connects to the store. */
  open(): Promise<void> {
    return this.#store.open();
  }

  /** Closes the store, if one was made. */
  async close(): Promise<void> {
    await this.#made?.close();
  }

  /** The store. It is made at its first use, at the latest at the end of boot. Plugins register their stores before that. */
  get #store(): CounterStore {
    return this.#replaced ?? (this.#made ??= createStore(this.#app, this.#stores, this.#report));
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

/** The rate limiting of an application. */
export const throttleOf = perApp((app) => new ThrottleRuntime(app));
