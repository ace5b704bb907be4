import type { DatabaseHooks } from '../database-hooks.ts';
import type { PoolUse } from '../drivers/pooled-driver.ts';
import type { DatabaseRuntime } from './database-runtime.ts';

/** The databases of one application: their hooks and names. `facades.DB(name)` queries one; the plugin closes them. */
export class Databases {
  /** Hooks of the database: `query` is called after every statement. */
  readonly hooks: DatabaseHooks;
  /** Names of the configured connections. */
  readonly names: readonly string[];
  /** Name of the connection that `facades.DB()` returns. */
  readonly default: string;

  readonly #runtime: DatabaseRuntime;

  constructor(runtime: DatabaseRuntime) {
    this.#runtime = runtime;
    this.hooks = runtime.hooks;
    this.names = runtime.names;
    this.default = runtime.connection().name;
  }

  /** How much of each pool is in use now, by the name of its connection, for metrics. SQLite has no pool. */
  get pools(): ReadonlyMap<string, PoolUse> {
    return this.#runtime.pools;
  }
}
