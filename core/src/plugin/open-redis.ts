import type { Application } from '../application/application.ts';
import { errors } from '../errors.ts';
import type { RedisClient, RedisConnection } from './provided.ts';

/** Where a plugin keeps something in Redis: the part `redis` of its own configuration file. */
export interface RedisUse {
  /** Name of one of `redis.connections`; null (default) for the default one. */
  connection: string | null;
  /** The prefix of every key. */
  prefix: string;
  /** Old place of an address, which belongs into config/redis.ts: it is read and reported at boot. */
  url: string | null;
  /** Old place of a function that makes a client, which belongs into config/redis.ts: it is called and reported at boot. */
  client: (() => RedisClient) | null;
}

/** The connection that a plugin requests. */
export interface RedisWish {
  /** Path of the setting that asks for Redis: `limiter.store`. */
  readonly setting: string;
  /** Path of `use`: `limiter.redis`. */
  readonly place: string;
  readonly use: RedisUse;
}

/**
 * The connection that a plugin's configuration names. Nothing is connected yet.
 *
 * @throws E_REDIS_MISSING when no plugin of the application has the key `redis`.
 */
export const openRedis = (app: Application, { setting, place, use }: RedisWish): RedisConnection => {
  const { connection, url, client } = use;
  const moved = (key: 'url' | 'client'): void => {
    const path = `${place}.${key}`;
    const to = `redis.connections.${connection ?? 'default'}.${key}`;
    const advice = `Move it to config/redis.ts, and name the connection in "${place}.connection" where it is not the default one. The old place is read until then`;
    app.report(errors.E_CONFIG_RENAMED({ path, to, advice }), { where: 'app', warning: true });
  };
  if (client !== null) {
    moved('client');
    return made(client);
  }
  const plugin = app.plugins.find(({ redis }) => redis !== undefined);
  if (plugin?.redis === undefined) throw errors.E_REDIS_MISSING({ setting });
  const open = plugin.redis(app);
  if (url === null || url === '') return open(connection);
  moved('url');
  return open({ url, setting: place });
};

/** A client that the application makes, when it is first needed, and closes. */
const made = (make: () => RedisClient): RedisConnection => {
  let client: RedisClient | null = null;
  return { fault: null, open: async () => (client ??= make()) };
};
