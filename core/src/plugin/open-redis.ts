import type { Application } from '../application/application.ts';
import { errors } from '../errors.ts';
import type { RedisConnection } from './provided.ts';

/** The settings of a plugin that uses Redis: the part `redis` of its own configuration file. */
export interface RedisUse {
  /** Name of one of `redis.connections`; null (default) for the default one. */
  connection: string | null;
  /** The prefix of every key. */
  prefix: string;
}

/**
 * The connection to Redis with this name, null for the default one. Nothing is connected yet. `setting` is the path of the
 * setting that asks for Redis, for the message: `limiter.store`.
 *
 * @throws E_REDIS_MISSING when no plugin of the application has the key `redis`; E_REDIS_CONNECTION when no connection has the name.
 */
export const openRedis = (app: Application, setting: string, connection: string | null): RedisConnection => {
  const plugin = app.plugins.find(({ redis }) => redis !== undefined);
  if (plugin?.redis === undefined) throw errors.E_REDIS_MISSING({ setting });
  return plugin.redis(app)(connection);
};
