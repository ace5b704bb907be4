import { entryOf } from '@taproot/core/internal';
import type { RedisConfig } from './config.ts';
import { Connection, type RedisHealth } from './connection.ts';
import { errors } from './errors.ts';

/** The connections of one application, by name. The plugin closes them. */
export class RedisRuntime {
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #default: string;

  /** Checks the whole configuration, but does not connect. `address` is that of `REDIS_URL`; empty without it. */
  constructor(config: RedisConfig, address: string) {
    this.#connections = new Map(
      Object.entries(config.connections).map(([name, one]) => [
        name,
        new Connection(name, `redis.connections.${name}`, one, address),
      ]),
    );
    this.#default = config.default;
    this.connection();
  }

  /**
   * The connection of this name; null is the default connection.
   *
   * @throws E_REDIS_CONNECTION when there is none.
   */
  connection(name: string | null = null): Connection {
    const wanted = name ?? this.#default;
    return entryOf(this.#connections, wanted, (hint, known) =>
      errors.E_REDIS_CONNECTION({ connection: wanted, hint, known }),
    );
  }

  /** Asks the server of each connection that is in use. */
  health(): Promise<readonly RedisHealth[]> {
    return Promise.all(
      [...this.#connections.values()].filter(({ used }) => used).map((connection) => connection.health()),
    );
  }

  /** Like `health()`, but rejects with the error of the first connection whose server does not answer. */
  async check(): Promise<void> {
    for (const { fault } of await this.health()) if (fault !== null) throw fault;
  }

  /** Ends every connection. */
  close(): void {
    for (const connection of this.#connections.values()) connection.close();
  }
}
