import { type Application, FrameworkError } from '@taproot/core';
import { hasRedis, reasonOf } from '@taproot/core/internal';
import { openRedis, perApp, type RedisConnection, type SparseReport, sparseReport } from '@taproot/core/plugin';
import type { PluginDatabase } from '@taproot/database';
import { checkConfig, type StoreName } from './config.ts';
import { errors } from './errors.ts';
import { DatabaseEngine } from './locks/database-engine.ts';
import type { LockEngine } from './locks/lock-engine.ts';
import { Locks } from './locks/locks.ts';
import { MemoryEngine } from './locks/memory-engine.ts';
import { RedisEngine } from './locks/redis-engine.ts';
import { Bento } from './stores/bento.ts';
import { DatabaseStore } from './stores/database-store.ts';
import { GuardedStore } from './stores/guarded-store.ts';
import { RedisBus } from './stores/redis-bus.ts';
import { RedisStore } from './stores/redis-store.ts';
import type { SharedStore } from './stores/shared-store.ts';

/** Counts of one process since its start. */
export interface CacheFigures {
  /** Calls that found a value. */
  hits: number;
  /** Calls of `get()`, `has()` and `pull()` that found none. */
  misses: number;
  /** How often a maker of `remember()` ran. */
  made: number;
  /** How often a value in its grace served, since its maker failed, was late or ran in the background. */
  stale: number;
  /** Requests to the store that failed or came too late. */
  failures: number;
}

/** The cache and the locks of one application. */
export class CacheRuntime {
  readonly app: Application;
  readonly figures: CacheFigures = { hits: 0, misses: 0, made: 0, stale: 0, failures: 0 };
  readonly report: SparseReport;
  readonly locks: Locks;
  #shared: SharedStore | null = null;
  #bento: Bento | null = null;
  #exact: Bento | null = null;
  #engine: LockEngine | null = null;
  #downUntil = 0;

  constructor(app: Application) {
    checkConfig(app.config.cache);
    this.app = app;
    this.report = sparseReport((error) => app.report(error, { where: 'cache', warning: true }));
    this.locks = new Locks(app, () => this.engine);
  }

  /** The values. Throws if the application lacks what its store needs. */
  get bento(): Bento {
    this.#bento ??= this.#open();
    return this.#bento;
  }

  /** The values as the store has them: with two levels, the memory of this process may be a message behind. */
  get exact(): Bento {
    const { bento } = this;
    this.#exact ??= this.app.config.cache.two_levels
      ? new Bento({ ...this.#limits(), shared: this.#shared, bus: null })
      : bento;
    return this.#exact;
  }

  /** Where locks are. Throws if the application lacks what they need. */
  get engine(): LockEngine {
    this.#engine ??= this.#openEngine();
    return this.#engine;
  }

  /** Whether the store has failed just now, so that it is not asked. */
  get isDown(): boolean {
    return performance.now() < this.#downUntil;
  }

  /** Whether several processes share values. */
  get isShared(): boolean {
    return this.#shared !== null;
  }

  /** Puts values and locks into the memory, for a test. Returns a function that puts them back. */
  fake(): () => void {
    const [bento, exact, engine, shared] = [this.#bento, this.#exact, this.#engine, this.#shared];
    this.#shared = null;
    this.#bento = new Bento({ ...this.#limits(), shared: null, bus: null });
    this.#exact = this.#bento;
    this.#engine = new MemoryEngine();
    return () => {
      this.#bento = bento;
      this.#exact = exact;
      this.#engine = engine;
      this.#shared = shared;
    };
  }

  /** Rejects if the store, or that of locks, does not answer. */
  async check(): Promise<void> {
    void this.bento;
    await this.#shared?.check();
    await this.engine.check();
  }

  async close(): Promise<void> {
    await this.locks.close();
    await this.#bento?.close();
  }

  #limits() {
    const { max_items: maxItems, max_bytes: maxBytes, retry, grace_timeout: wait } = this.app.config.cache;
    const served = (): void => void this.figures.stale++;
    return { maxItems, maxBytes, retry: retry * 1000, graceTimeout: wait * 1000, served };
  }

  #open(): Bento {
    const { store, store_timeout: timeout, two_levels: isTwoLevels, redis } = this.app.config.cache;
    if (store === 'memory') return new Bento({ ...this.#limits(), shared: null, bus: null });
    const failed = (error: unknown): void => this.#failed(error);
    const opened =
      store === 'redis'
        ? new RedisStore(this.#redis('cache.store'), redis.prefix)
        : new DatabaseStore(this.#database('cache.store'));
    this.#shared = new GuardedStore(opened, timeout, failed);
    const bus = isTwoLevels ? new RedisBus(this.#redis('cache.store'), redis.prefix, failed) : null;
    return new Bento({ ...this.#limits(), shared: this.#shared, bus });
  }

  #openEngine(): LockEngine {
    const { locks, store, redis } = this.app.config.cache;
    const chosen: StoreName = locks ?? (hasRedis(this.app, redis.connection) ? 'redis' : store);
    if (chosen === 'memory') return new MemoryEngine();
    if (chosen === 'database') return new DatabaseEngine(this.#database('cache.locks'));
    return new RedisEngine(this.#redis('cache.locks'), `${redis.prefix}lock:`);
  }

  #redis(setting: string): RedisConnection {
    return openRedis(this.app, setting, this.app.config.cache.redis.connection);
  }

  #database(setting: string): PluginDatabase {
    const database = this.app.provided('database')?.(this.app.config.cache.connection) ?? null;
    if (database === null) throw errors.E_CACHE_DATABASE({ setting });
    return database;
  }

  #failed(error: unknown): void {
    this.figures.failures++;
    this.#downUntil = performance.now() + this.app.config.cache.retry * 1000;
    // Missing tables are a mistake of the program: the line says so itself.
    if (error instanceof FrameworkError && error.code === 'E_CACHE_TABLE') return this.report(error);
    this.report(errors.E_CACHE_UNAVAILABLE({ reason: reasonOf(error) }, { cause: error }));
  }
}

/** The cache of an application. */
export const cacheOf = perApp((app) => new CacheRuntime(app));
