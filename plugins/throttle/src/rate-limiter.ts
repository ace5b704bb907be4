import type { Middleware } from '@taproot/core';
import { Attempts } from './attempts.ts';
import type { Limit } from './limit.ts';
import type {
  LimitCallback,
  Limiter,
  LimiterName,
  LimiterRegistry,
  LimitsCallback,
  ThrottleName,
} from './limiter-registry.ts';
import type { CounterStore, StoreStatus } from './store/counter.ts';
import type { LimiterStoreFactory } from './store/custom-store.ts';
import type { ThrottleHooks } from './throttle-hooks.ts';

/** The parts of an application's rate limiting that the facade needs. */
interface Throttling {
  readonly hooks: ThrottleHooks;
  readonly registry: LimiterRegistry;
  readonly status: StoreStatus;
  addStore(store: string, factory: LimiterStoreFactory): void;
  throttle(name: ThrottleName): Middleware;
}

/** Rate limits: named limiters for routes, and `attempt()` for everything else. The plugin opens and closes the store. */
export class RateLimiter {
  /** Hooks of rate limiting: `exceeded` is called for each request that is refused. */
  readonly hooks: ThrottleHooks;
  readonly #runtime: Throttling;
  readonly #attempts: Attempts;

  constructor(runtime: Throttling, counter: CounterStore['counter']) {
    this.hooks = runtime.hooks;
    this.#runtime = runtime;
    this.#attempts = new Attempts({ counter });
  }

  /**
   * Registers a store for `throttle.store`, in a plugin's `apply()` or in `withCallback()`.
   *
   * @example facades.RateLimiter().extend('postgres', ({ app }) => ({ limiter: ({ points, seconds }) => ... }));
   * @throws E_THROTTLE_LATE once the store of the application was made; E_THROTTLE_STORE_TAKEN when there is one of this name.
   */
  extend(store: string, factory: LimiterStoreFactory): this {
    this.#runtime.addStore(store, factory);
    return this;
  }

  /** Registers a limiter with one limit. A second registration of a name replaces the first. */
  for(name: LimiterName, callback: LimitCallback): this {
    this.#runtime.registry.add(name, callback);
    return this;
  }

  /** Registers a limiter with several limits. All of them are counted at once; if one refuses, the others get their point back. */
  forWithLimits(name: LimiterName, callback: LimitsCallback): this {
    this.#runtime.registry.add(name, callback);
    return this;
  }

  /** The callback registered under `name`, or null. */
  limiter(name: LimiterName): Limiter['limits'] | null {
    return this.#runtime.registry.find(name)?.limits ?? null;
  }

  /**
   * Takes a point of `limit` for `key`. Resolves to true if there was one, otherwise to false. With `work`, runs it after taking the point,
   * and resolves to its result.
   */
  attempt(key: string, limit: Limit): Promise<boolean>;
  attempt<Result>(key: string, limit: Limit, work: () => Result | Promise<Result>): Promise<Result | false>;
  async attempt(key: string, limit: Limit, work: () => unknown = () => true): Promise<unknown> {
    const allowed = this.#attempts.attempt(key, limit);
    return (typeof allowed === 'boolean' ? allowed : await allowed) ? work() : false;
  }

  /**
   * Whether `key` has no point left. Takes no point: use `attempt()` for work that must not run more often than
   * allowed.
   */
  async tooManyAttempts(key: string, limit: Limit): Promise<boolean> {
    return (await this.remaining(key, limit)) === 0;
  }

  /** Points that `key` has left. */
  remaining(key: string, limit: Limit): Promise<number> {
    return this.#attempts.remaining(key, limit);
  }

  /** Seconds until `key` has a point again; 0 if it has one now. */
  availableIn(key: string, limit: Limit): Promise<number> {
    return this.#attempts.availableIn(key, limit);
  }

  /** Gives `key` all points of `limit` back. */
  clear(key: string, limit: Limit): Promise<void> {
    return this.#attempts.clear(key, limit);
  }

  /** Whether the store works. */
  get status(): StoreStatus {
    return this.#runtime.status;
  }

  /** The middleware of `middleware.throttle(name)`. */
  throttle(name: ThrottleName): Middleware {
    return this.#runtime.throttle(name);
  }
}
