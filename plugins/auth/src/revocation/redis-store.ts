import type { Redis } from 'ioredis';
import type { AuthConfig, RevocationRedisClient } from '../config.ts';
import { createRedisClient } from './redis-client.ts';
import type { RevocationStore } from './revocation-store.ts';

/** In Redis, for every process that uses the same one under the same prefix; it forgets them when they end. */
export class RedisStore implements RevocationStore {
  readonly #config: AuthConfig['revocation']['redis'];
  /** Made by us, so ours to close. */
  #own: Redis | null = null;
  #client: Promise<RevocationRedisClient> | null = null;

  constructor(config: AuthConfig['revocation']['redis']) {
    this.#config = config;
  }

  /** `E_AUTH_IOREDIS` when the package is missing; a server that is not there yet is met later. */
  async open(): Promise<void> {
    await this.#connected();
  }

  async claim(key: string, until: number): Promise<boolean> {
    const client = await this.#connected();
    // One command, so that of two processes one is first. Seconds from now: the clock of Redis may be another, and it would
    // forget too early. None would be an error.
    const seconds = Math.max(Math.ceil(until - Date.now() / 1000), 1);
    return (await client.set(this.#key(key), '1', 'EX', seconds, 'NX')) !== null;
  }

  async has(key: string): Promise<boolean> {
    const client = await this.#connected();
    return (await client.exists(this.#key(key))) > 0;
  }

  async close(): Promise<void> {
    await this.#client?.catch(() => undefined);
    this.#own?.disconnect();
  }

  #key(key: string): string {
    return `${this.#config.prefix}:${key}`;
  }

  #connected(): Promise<RevocationRedisClient> {
    this.#client ??= this.#config.client === null ? this.#connect() : Promise.resolve(this.#config.client());
    return this.#client;
  }

  async #connect(): Promise<Redis> {
    try {
      return (this.#own = await createRedisClient(this.#config.url));
    } catch (error) {
      this.#client = null;
      throw error;
    }
  }
}
