import { hasCode } from '@taproot/core';
import type * as Ioredis from 'ioredis';
import { errors } from '../errors.ts';

type Package = Pick<typeof Ioredis, 'Redis'>;

const load = async (importPackage: () => Promise<Package>): Promise<Package> => {
  try {
    return await importPackage();
  } catch (error) {
    if (hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND')) throw errors.E_AUTH_IOREDIS({ cause: error });
    throw error;
  }
};

/** A client that fails at once rather than later: nothing waits for a connection, and a silent one is given up. */
export const createRedisClient = async (
  url: string,
  importPackage: () => Promise<Package> = () => import('ioredis'),
): Promise<Ioredis.Redis> => {
  const { Redis } = await load(importPackage);
  const client = new Redis(url, {
    lazyConnect: true,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1000,
    disconnectTimeout: 100,
    socketTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 1000),
  });
  // Faults are told by the commands that meet them; without a listener ioredis writes every one to the console.
  client.on('error', () => undefined);
  // A server that is not there yet is met later: the client goes on trying.
  await client.connect().catch(() => undefined);
  return client;
};
