import type { Client, ConnectionName } from './clients.ts';
import type { RedisHealth } from './connection.ts';
import type { RedisRuntime } from './redis-runtime.ts';

/** The connections of one application. `facades.Redis(name)` gives a client; the plugin closes them. */
export class RedisConnections {
  readonly #runtime: RedisRuntime;

  constructor(runtime: RedisRuntime) {
    this.#runtime = runtime;
  }

  /**
   * A new connection for `SUBSCRIBE`, with the settings of the default connection or of a named one. Its commands wait until it is
   * connected. After it was lost, it subscribes again; messages in between are lost. Call `disconnect()` when you no longer need it. The
   * application ends those that are left.
   *
   * @throws E_REDIS_CONNECTION when there is no such connection; E_REDIS_PACKAGE when ioredis is not installed.
   * @example const news = facades.RedisConnections().subscriber(); await news.subscribe('news'); news.on('message', (channel, text) => show(text));
   */
  subscriber(connection?: ConnectionName): Client {
    return this.#runtime.connection(connection).subscriber();
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
