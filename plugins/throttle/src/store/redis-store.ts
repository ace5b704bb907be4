import type { Redis } from 'ioredis';
import type { RateLimiterLike } from 'rate-limiter-flexible';
import type { LimiterConfig, RedisClient } from '../config.ts';
import type { Counter } from './counter.ts';
import { FlexibleCounter } from './flexible-counter.ts';
import type { FallibleStore } from './insured-store.ts';
import { createRedisClient } from './redis-client.ts';
import type { StoreHealth } from './store-health.ts';
import { takeScript } from './take-script.ts';

/** Counts in Redis, for every process that uses the same one under the same prefix. */
export class RedisStore implements FallibleStore {
  readonly #config: LimiterConfig['redis'];
  readonly #timeout: number;
  /** Made by us, so ours to close. */
  #own: Redis | null = null;
  #client: Promise<RedisClient> | null = null;
  /** Why there is no connection; commands say only that there is none. */
  #fault: Error | null = null;

  constructor({ redis, timeout }: Pick<LimiterConfig, 'redis' | 'timeout'>) {
    this.#config = redis;
    this.#timeout = timeout;
  }

  counter(points: number, seconds: number): Counter {
    const limiter = () => this.#limiter(points, seconds);
    return new FlexibleCounter({ store: 'redis', timeout: this.#timeout, points, limiter });
  }

  /** Loads the client and waits a moment for its connection; `E_LIMITER_IOREDIS` when the package is missing. */
  async open(health: StoreHealth): Promise<void> {
    const client = await this.#connected();
    try {
      if (client.status !== 'ready') await client.ping();
    } catch (error) {
      health.failed(this.#fault ?? error);
    }
  }

  async close(): Promise<void> {
    await this.#client?.catch(() => undefined);
    this.#own?.disconnect();
  }

  async #limiter(points: number, seconds: number): Promise<RateLimiterLike> {
    const client = await this.#connected();
    const { RateLimiterRedis } = await import('rate-limiter-flexible');
    return new RateLimiterRedis({
      storeClient: client,
      keyPrefix: this.#config.prefix,
      points,
      duration: seconds,
      customIncrTtlLuaScript: takeScript,
      rejectIfRedisNotReady: true,
    });
  }

  #connected(): Promise<RedisClient> {
    this.#client ??= this.#config.client === null ? this.#connect() : Promise.resolve(this.#config.client());
    return this.#client;
  }

  async #connect(): Promise<Redis> {
    const client = await createRedisClient(this.#config.url);
    this.#own = client;
    // Faults are told by the commands that meet them; without a listener ioredis writes every one to the console.
    client.on('error', (error) => (this.#fault = error));
    // A server that is not there yet is met later: the client goes on trying.
    await client.connect().catch(() => undefined);
    return client;
  }
}
