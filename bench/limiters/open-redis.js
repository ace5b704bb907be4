import { Redis } from 'ioredis';

const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';

/** A client of the Redis of this machine, or of REDIS_URL; null when none answers. */
export const openRedis = async () => {
  const client = new Redis(url, { lazyConnect: true, connectTimeout: 1000, retryStrategy: () => null });
  // Without a listener ioredis writes every fault to the console; the call that met it tells.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.ping();
    return client;
  } catch {
    client.disconnect();
    console.error(`throttle: no Redis answers at ${url}; its variants are left out.`);
    return null;
  }
};
