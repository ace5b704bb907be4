import type { RedisHealth } from './connection.ts';
import type { RedisRuntime } from './redis-runtime.ts';

/** The connections of one application. `facades.Redis(name)` gives a client; the plugin closes them. */
export class RedisConnections {
  readonly #runtime: RedisRuntime;

  constructor(runtime: RedisRuntime) {
    this.#runtime = runtime;
  }

  /**
   * Pings the server of each connection in use; takes at most the `command_timeout` of a connection. For a health
   * check.
   *
   * @example const up = (await facades.RedisConnections().health()).every(({ fault }) => fault === null);
   */
  health(): Promise<readonly RedisHealth[]> {
    return this.#runtime.health();
  }
}
