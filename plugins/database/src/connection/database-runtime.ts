import { entryOf } from '@taproot/core/internal';
import { perApp } from '@taproot/core/plugin';
import type { DatabaseConfig } from '../config/config.ts';
import { completeSettings, type Surroundings } from '../config/settings.ts';
import type { DatabaseHooks } from '../database-hooks.ts';
import type { PoolUse } from '../drivers/pooled-driver.ts';
import { errors } from '../errors.ts';
import { Connection } from './connection.ts';
import { testWorker } from './test-worker.ts';

/** The connections of one application, by name. The plugin closes them. */
export class DatabaseRuntime {
  readonly hooks: DatabaseHooks;
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #default: string;

  /** Checks the whole configuration, but opens no connection. `report` receives errors that reach no caller. */
  constructor(
    config: DatabaseConfig,
    surroundings: Surroundings,
    hooks: DatabaseHooks,
    report: (error: unknown) => void,
  ) {
    this.hooks = hooks;
    const connections = Object.entries(config.connections).map(
      ([name, one]) => [name, new Connection(completeSettings(name, one, surroundings), hooks, report)] as const,
    );
    this.#connections = new Map(connections);
    this.#default = config.default;
    this.connection();
  }

  /** The connection of this name; null is the default connection. Throws `E_DATABASE_UNKNOWN` for an unknown name. */
  connection(name: string | null = null): Connection {
    const wanted = name ?? this.#default;
    return entryOf(this.#connections, wanted, (hint, known) =>
      errors.E_DATABASE_UNKNOWN({ connection: wanted, hint, known }),
    );
  }

  /** Names of the configured connections. */
  get names(): readonly string[] {
    return [...this.#connections.keys()];
  }

  /** How much of each pool is in use, by the name of its connection. Connections without a pool are left out. */
  get pools(): ReadonlyMap<string, PoolUse> {
    const pools = [...this.#connections].flatMap(([name, { pool }]) => (pool === null ? [] : [[name, pool] as const]));
    return new Map(pools);
  }

  /** How many seconds the oldest query of all pools has waited for a connection. */
  get longestWait(): number {
    let longest = 0;
    for (const { pool } of this.#connections.values()) longest = Math.max(longest, pool?.longestWait ?? 0);
    return longest;
  }

  /**
   * Asks the servers of the default connection and of all other connections in use. Rejects with the error of the first
   * one that does not answer or cannot write, or when `signal` aborts. For a health check.
   */
  async check(signal: AbortSignal): Promise<void> {
    const asked = [...this.#connections.values()].filter(({ name, used }) => used || name === this.#default);
    await Promise.all(asked.map((connection) => connection.check(signal)));
  }

  /** Closes every connection, even if closing one fails. In that case it rejects after all have ended. */
  async close(): Promise<void> {
    const closing = [...this.#connections.values()].map((connection) => connection.close());
    const outcomes = await Promise.allSettled(closing);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    if (failures.length === 1) throw failures[0];
    if (failures.length > 1) throw new AggregateError(failures, 'Several databases did not close cleanly.');
  }
}

/** The connections of an application. */
export const databasesOf = perApp((app) => {
  const report = (error: unknown): void => app.report(error, { where: 'database' });
  const { basePath } = app;
  const worker = app.config.app.env === 'testing' ? () => testWorker(basePath, process) : null;
  return new DatabaseRuntime(app.config.database, { basePath, worker }, app.hookTables.of('database'), report);
});
