import { importOptional, redisSettings } from '@taproot/core';
import type * as Ioredis from 'ioredis';
import { errors } from '../errors.ts';

type Package = Pick<typeof Ioredis, 'Redis'>;

/** A client that fails at once rather than later; `E_AUTH_IOREDIS` when the package is missing. */
export const createRedisClient = async (
  url: string,
  load: () => Promise<Package> = () => import('ioredis'),
): Promise<Ioredis.Redis> => {
  const { Redis } = await importOptional('ioredis', load, (cause) => errors.E_AUTH_IOREDIS({ cause }));
  const client = new Redis(url, redisSettings());
  // Faults are told by the commands that meet them; without a listener ioredis writes every one to the console.
  client.on('error', () => undefined);
  // A server that is not there yet is met later: the client goes on trying.
  await client.connect().catch(() => undefined);
  return client;
};
