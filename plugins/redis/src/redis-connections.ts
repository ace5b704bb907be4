import type { RedisHealth } from './connection.ts';
import type { RedisRuntime } from './redis-runtime.ts';

/** The connections of one application. `facades.Redis(name)` gives a client; the plugin closes them. */
export class RedisConnections {
  readonly #runtime: RedisRuntime;

  constructor(runtime: RedisRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Asks the server of each connection that is in use, which takes as long as its `command_timeout` at most. For a health check.
   *
   * @example const up = (await facades.RedisConnections().health()).every(({ fault }) => fault === null);
   */
  health(): Promise<readonly RedisHealth[]> {
    return this.#runtime.health();
  }
}
