import type { RedisConnection } from '@taproot/core/plugin';
import type { RateLimiterLike } from 'rate-limiter-flexible';
import type { Counter } from './counter.ts';
import { FlexibleCounter } from './flexible-counter.ts';
import type { FallibleStore } from './insured-store.ts';
import type { StoreHealth } from './store-health.ts';

/**
 * Takes points (ARGV[1]) of a limit (ARGV[3]) in a window of seconds (ARGV[2]). Replies with the used points and the milliseconds left. The
 * arguments are those of the script of rate-limiter-flexible. But this script does not count refused requests. Points that are given back
 * (negative points) can be taken again and begin no window.
 */
const takeScript = `
local cost, window = tonumber(ARGV[1]), 1000 * ARGV[2]
local used = tonumber(redis.call('get', KEYS[1]) or '0')
local left = redis.call('pttl', KEYS[1])
if left == -1 then
  redis.call('pexpire', KEYS[1], window)
  left = window
end
if cost > 0 and used + cost > tonumber(ARGV[3]) then return { used + cost, left < 0 and window or left } end
if cost < 0 and used + cost < 0 then return { used, left } end
used = redis.call('incrby', KEYS[1], cost)
if left < 0 then
  redis.call('pexpire', KEYS[1], window)
  left = window
end
return { used, left }
`;

export interface RedisStoreOptions {
  readonly connection: RedisConnection;
  /** The prefix of every key. */
  readonly prefix: string;
  /** Seconds within which an answer must come. */
  readonly timeout: number;
}

/** Counts in Redis, for every process with the same server and prefix. */
export class RedisStore implements FallibleStore {
  readonly #options: RedisStoreOptions;

  constructor(options: RedisStoreOptions) {
    this.#options = options;
  }

  counter(points: number, seconds: number): Counter {
    const limiter = () => this.#limiter(points, seconds);
    return new FlexibleCounter({ store: 'redis', timeout: this.#options.timeout, points, limiter });
  }

  /** Waits for the first attempt to connect. Rejects when the client cannot be made. */
  async open(health: StoreHealth): Promise<void> {
    const { connection } = this.#options;
    const client = await connection.open();
    try {
      if (client.status !== 'ready') await client.ping();
    } catch (error) {
      // Commands say only that there is no connection; the fault says why.
      health.failed(connection.fault ?? error);
    }
  }

  /** The connection is closed by the plugin that provides it. */
  async close(): Promise<void> {}

  async #limiter(points: number, seconds: number): Promise<RateLimiterLike> {
    const { connection, prefix } = this.#options;
    const client = await connection.open();
    const { RateLimiterRedis } = await import('rate-limiter-flexible');
    return new RateLimiterRedis({
      storeClient: client,
      keyPrefix: prefix,
      points,
      duration: seconds,
      customIncrTtlLuaScript: takeScript,
      rejectIfRedisNotReady: true,
    });
  }
}
