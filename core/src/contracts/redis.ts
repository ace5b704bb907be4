import { errors } from '../errors/errors.ts';

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

/** A connection to Redis. The plugin that provides it closes it, after the plugins that use it. */
export interface RedisConnection {
  /** The reason why there is no connection now; null while connected, or when the reason is unknown. */
  readonly fault: Error | null;
  /**
   * Resolves to the client after the first attempt to connect, even if that attempt failed. Rejects only when no attempt can ever succeed.
   */
  open(): Promise<RedisClient>;
}

/** Returns a connection to Redis by its name; null is the default connection. A Redis plugin contributes it. */
export type OpenRedis = (connection: string | null) => RedisConnection;

/** The settings of a plugin that uses Redis: the part `redis` of its own configuration file. */
export interface RedisUse {
  /** Name of one of `redis.connections`; null (default) for the default one. */
  connection: string | null;
  /** The prefix of every key. */
  prefix: string;
}

/** The part of an application that `openRedis()` uses. */
interface ProvidesRedis {
  provided(name: 'redis'): OpenRedis | null;
}

/**
 * The connection to Redis with this name, null for the default one. Nothing is connected yet. `setting` is the path of the
 * setting that asks for Redis, for the message: `throttle.store`.
 *
 * @throws E_REDIS_MISSING when no plugin of the application provides `redis`; E_REDIS_CONNECTION when no connection has the name.
 */
export const openRedis = (app: ProvidesRedis, setting: string, connection: string | null): RedisConnection => {
  const open = app.provided('redis');
  if (open === null) throw errors.E_REDIS_MISSING({ setting });
  return open(connection);
};
