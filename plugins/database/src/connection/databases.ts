import { didYouMean } from '@taproot/core';
import type { DatabaseConfig } from '../config/config.ts';
import { completeSettings } from '../config/settings.ts';
import { createDatabaseHooks } from '../database-hooks.ts';
import { errors } from '../errors.ts';
import { Connection } from './connection.ts';

/** The connections of one application, by name. */
export class Databases {
  readonly hooks = createDatabaseHooks();
  readonly #connections: ReadonlyMap<string, Connection>;
  readonly #default: string;

  /** Checks all of the configuration, and opens nothing. */
  constructor(config: DatabaseConfig, basePath: string) {
    const connections = Object.entries(config.connections).map(
      ([name, one]) => [name, new Connection(completeSettings(name, one, basePath), this.hooks)] as const,
    );
    this.#connections = new Map(connections);
    this.#default = config.default;
    this.connection();
  }

  /** The connection of this name; without one, or null, the default one. `E_DATABASE_UNKNOWN` when there is none. */
  connection(name: string | null = null): Connection {
    const wanted = name ?? this.#default;
    const connection = this.#connections.get(wanted);
    if (connection !== undefined) return connection;
    const known = [...this.#connections.keys()];
    throw errors.E_DATABASE_UNKNOWN({
      connection: wanted,
      hint: didYouMean(wanted, known),
      known: known.join(', '),
    });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()));
  }
}
