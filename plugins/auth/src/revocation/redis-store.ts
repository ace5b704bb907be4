import type { RedisConnection } from '@taproot/core/plugin';
import type { RevocationStore } from '../config.ts';

/** Keeps revocations in Redis, for every process with the same server and prefix. Redis forgets them when they end. */
export class RedisStore implements RevocationStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  /** Rejects when the client cannot be made. If the server is not there yet, later calls connect. */
  async open(): Promise<void> {
    await this.#connection.open();
  }

  async claim(key: string, until: number): Promise<boolean> {
    const client = await this.#connection.open();
    // One command, so that only one of two processes is first. Seconds from now and not a time, because the clock of Redis may differ. At
    // least 1, because 0 is an error in Redis.
    const seconds = Math.max(Math.ceil(until - Date.now() / 1000), 1);
    return (await client.set(this.#key(key), '1', 'EX', seconds, 'NX')) !== null;
  }

  async has(key: string): Promise<boolean> {
    const client = await this.#connection.open();
    return (await client.exists(this.#key(key))) > 0;
  }

  #key(key: string): string {
    return `${this.#prefix}:${key}`;
  }
}
