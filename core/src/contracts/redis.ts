import { errors } from '../errors/errors.ts';

/** The commands of Redis that plugins without a client of their own use. `Redis` and `Cluster` of ioredis have them. */
export interface RedisClient {
  /** State of the connection: `ready` when it can be used. */
  readonly status: string;
  /** Sends PING. */
  ping(): Promise<unknown>;
  /** `GET key`: null when the key does not exist. */
  get(key: string): Promise<string | null>;
  /** `SET key value EX seconds NX`: null when the key exists. */
  set(key: string, value: string, ex: 'EX', seconds: number, nx: 'NX'): Promise<string | null>;
  /** `SET key value EX seconds`. */
  set(key: string, value: string, ex: 'EX', seconds: number): Promise<string | null>;
  /** `DEL key ...`: how many keys existed. */
  del(...keys: string[]): Promise<number>;
  /** `EXPIRE key seconds`: 0 when the key does not exist. */
  expire(key: string, seconds: number): Promise<number>;
  /** `INCR key`: the new value. */
  incr(key: string): Promise<number>;
  /** `EVAL script numkeys key ... argument ...`. */
  eval(script: string, keys: number, ...args: string[]): Promise<unknown>;
  /** `PUBLISH channel message`: how many subscribers of this server got it. */
  publish(channel: string, message: string): Promise<number>;
  /** `EXISTS key`: 1 or 0. */
  exists(key: string): Promise<number>;
}

/** A connection that only subscribes. It subscribes again by itself after it was lost; messages in between are lost. */
export interface RedisSubscriber {
  /** `SUBSCRIBE channel ...`. Waits until there is a connection. */
  subscribe(...channels: string[]): Promise<unknown>;
  /** `UNSUBSCRIBE channel ...`. */
  unsubscribe(...channels: string[]): Promise<unknown>;
  /** Calls `listener` with each message of the channels. */
  on(event: 'message', listener: (channel: string, message: string) => void): unknown;
  /** Ends the connection. */
  disconnect(): void;
}

/** A connection to Redis. The plugin that provides it closes it, after the plugins that use it. */
export interface RedisConnection {
  /** Whether the application says where this server is, rather than leaving it at the default address. */
  readonly isSet: boolean;
  /** The reason why there is no connection now; null while connected, or when the reason is unknown. */
  readonly fault: Error | null;
  /**
   * Resolves to the client after the first attempt to connect, even if that attempt failed. Rejects only when no attempt can ever succeed.
   */
  open(): Promise<RedisClient>;
  /** A new connection to the same server for `SUBSCRIBE`. It ends with `disconnect()`, or with the application. */
  subscriber(): RedisSubscriber;
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
 * Whether a plugin keeps what processes share in Redis, if its setting does not say: the application lists `redis()` and says where its server
 * is. In tests it never does, because each test is for itself. The setting of the plugin decides first: `cache.locks ?? (hasRedis(...) ? ...)`.
 *
 * @throws E_REDIS_CONNECTION when no connection has the name.
 */
export const hasRedis = (
  app: ProvidesRedis & { readonly config: { readonly app: { readonly env: string } } },
  connection: string | null,
): boolean => app.config.app.env !== 'testing' && app.provided('redis')?.(connection).isSet === true;

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
