import { definePlugin, type Options, perApp, Stage } from '@taproot/core/plugin';
import type { OpenClient } from './clients.ts';
import { redisDefaults } from './config.ts';
import { RedisConnections } from './redis-connections.ts';
import { RedisRuntime } from './redis-runtime.ts';
import { tracedCommands } from './traced-commands.ts';

declare module '@taproot/core' {
  interface Facades {
    /** The client of ioredis for the default connection, or for a named one: `await facades.Redis().get('key')`. */
    Redis: OpenClient;
    /** Every connection of the application, for a health check: `await facades.RedisConnections().health()`. */
    RedisConnections(): RedisConnections;
  }
}

const connectionsOf = perApp((app) => new RedisRuntime(app.config.redis, app.env('REDIS_URL', '')));

/**
 * Redis: `facades.Redis()`, and the connections of plugins that store data in Redis, such as rate limits and logouts. Settings are in
 * config/redis.ts and `REDIS_URL`. Needs the package ioredis as soon as a connection is used. `options` are settings of that file, and win
 * over it. Take it from `@taproot/redis`, and call it in the list of `withPlugins()`.
 * @example setup().withPlugins([redis()])
 */
export const redis = (options?: Options<'redis'>) =>
  definePlugin({
    name: 'redis',
    config: { redis: redisDefaults },
    options: { redis: options },
    facades: {
      // The application declares the type of each client; the code here cannot know it.
      Redis: (app) => ((connection?: string) => connectionsOf(app).connection(connection).client()) as OpenClient,
      RedisConnections: (app) => new RedisConnections(connectionsOf(app)),
    },
    health: (app) => ({ redis: () => connectionsOf(app).check() }),
    traces: [tracedCommands],
    provides: { redis: (app) => (connection) => connectionsOf(app).connection(connection) },
    apply(app) {
      const opened = connectionsOf(app);
      // Other plugins may still use a connection while they close.
      app.hooks.shutdown.tap({ name: 'redis', stage: Stage.last }, () => opened.close());
    },
  });
