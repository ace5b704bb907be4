import type { RedisConnection } from '@taproot/core/plugin';
import type { MarkStore } from '../marks.ts';

// An empty third argument removes the key. The time to live stays.
const swapScript = `
if redis.call('get', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[2] == '' then return redis.call('del', KEYS[1]) end
redis.call('set', KEYS[1], ARGV[2], 'KEEPTTL')
return 1`;

/** Notes in Redis, for every process with the same server and prefix. */
export class RedisMarks implements MarkStore {
  readonly #connection: RedisConnection;
  readonly #prefix: string;

  constructor(connection: RedisConnection, prefix: string) {
    this.#connection = connection;
    this.#prefix = prefix;
  }

  async create(id: string, content: string, days: number): Promise<boolean> {
    const client = await this.#connection.open();
    return (await client.set(this.#prefix + id, content, 'EX', days * 86_400, 'NX')) !== null;
  }

  async read(id: string): Promise<string | null> {
    return (await this.#connection.open()).get(this.#prefix + id);
  }

  async swap(id: string, old: string, next: string | null): Promise<boolean> {
    const client = await this.#connection.open();
    return (await client.eval(swapScript, 1, this.#prefix + id, old, next ?? '')) === 1;
  }

  async check(): Promise<void> {
    await (await this.#connection.open()).ping();
  }
}
