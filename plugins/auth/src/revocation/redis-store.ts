import type { RedisConnection } from '@taproot/core/plugin';
import type { RevocationStore } from '../config.ts';

/** In Redis, for every process that uses the same one under the same prefix; it forgets them when they end. */
export class RedisStore implements RevocationStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  /** Rejects when the client cannot be made; a server that is not there yet is met later. */
  async open(): Promise<void> {
    await this.#connection.open();
  }

  async claim(key: string, until: number): Promise<boolean> {
    const client = await this.#connection.open();
    // One command, so that of two processes one is first. Seconds from now: the clock of Redis may be another, and it would
    // forget too early. None would be an error.
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
