import type { RedisConnection } from '@taproot/core/plugin';
import { keyPrefix, type SharedStore } from './shared-store.ts';

// SCAN in small steps: a server with millions of keys must not stand still. Needs Redis 5 or higher.
const flushScript = `
local found = redis.call('scan', ARGV[1], 'MATCH', ARGV[2], 'COUNT', 500)
if #found[2] > 0 then redis.call('unlink', unpack(found[2])) end
return found[1]`;

/** Values in Redis, through the connection of the application. */
export class RedisStore implements SharedStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async get(key: string): Promise<string | undefined> {
    const client = await this.#connection.open();
    return (await client.get(this.#prefix + key)) ?? undefined;
  }

  async set(key: string, text: string, ttl: number | null): Promise<void> {
    const client = await this.#connection.open();
    if (ttl === null) await client.eval(`return redis.call('set', KEYS[1], ARGV[1])`, 1, this.#prefix + key, text);
    else
      await client.eval(
        `return redis.call('set', KEYS[1], ARGV[1], 'PX', ARGV[2])`,
        1,
        this.#prefix + key,
        text,
        ms(ttl),
      );
  }

  async delete(keys: readonly string[]): Promise<void> {
    const client = await this.#connection.open();
    // One by one: the keys of a cluster are on several servers.
    await Promise.all(keys.map((key) => client.del(this.#prefix + key)));
  }

  async clear(): Promise<void> {
    const client = await this.#connection.open();
    // A key tells the prefix that the connection adds to all keys.
    const own = String(await client.eval('return KEYS[1]', 1, `${this.#prefix}${keyPrefix}:`));
    const pattern = `${own.replaceAll(/[*?[\]\\]/g, String.raw`\$&`)}*`;
    let cursor = '0';
    do cursor = String(await client.eval(flushScript, 0, cursor, pattern));
    while (cursor !== '0');
  }

  async check(): Promise<void> {
    await (await this.#connection.open()).ping();
  }
}

const ms = (time: number): string => String(Math.max(1, Math.ceil(time)));
