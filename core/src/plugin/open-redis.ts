import type { Application } from '../application/application.ts';
import type { RedisConnection } from '../contracts/redis.ts';
import { errors } from '../errors.ts';

/**
 * The connection to Redis with this name, null for the default one. Nothing is connected yet. `setting` is the path of the
 * setting that asks for Redis, for the message: `limiter.store`.
 *
 * @throws E_REDIS_MISSING when no plugin of the application provides `redis`; E_REDIS_CONNECTION when no connection has the name.
 */
export const openRedis = (app: Application, setting: string, connection: string | null): RedisConnection => {
  const open = app.provided('redis');
  if (open === null) throw errors.E_REDIS_MISSING({ setting });
  return open(connection);
};
