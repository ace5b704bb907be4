// The Redis of this machine, or of REDIS_URL, for the peers of Taproot: connect-redis on its documented client.
import { RedisStore } from 'connect-redis';
import { createClient } from 'redis';

/** A store as express-session and @fastify/session take it. */
export const redisStore = async () => {
  const client = createClient({ url: process.env.REDIS_URL ?? 'redis://127.0.0.1:6379' });
  await client.connect();
  return new RedisStore({ client, prefix: `bench:${process.pid}:`, ttl: 600 });
};
