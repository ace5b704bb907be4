/** The commands of Redis that plugins without a client of their own use. `Redis` and `Cluster` of ioredis have them. */
export interface RedisClient {
  /** State of the connection: `ready` when it can be used. */
  readonly status: string;
  /** Sends PING. */
  ping(): Promise<unknown>;
  /** `SET key value EX seconds NX`: null when the key exists. */
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<string | null>;
  /** `EXISTS key`: 1 or 0. */
  exists(key: string): Promise<number>;
}

/** A connection to Redis. Who provides it closes it, after the plugins that use it. */
export interface RedisConnection {
  /** Why there is no connection now; null while there is one, or where that is not known. */
  readonly fault: Error | null;
  /** The client once a first attempt to connect has ended, well or not. Rejects only where it can never work. */
  open(): Promise<RedisClient>;
}

/** Reaches Redis, contributed by the plugin that knows it: a named connection, null = the default one. */
export type OpenRedis = (connection: string | null) => RedisConnection;

/** Where a plugin keeps something in Redis: the part `redis` of its own configuration file. */
export interface RedisUse {
  /** Name of one of `redis.connections`; null (default) for the default one. */
  connection: string | null;
  /** The prefix of every key. */
  prefix: string;
}
