import { importOptional, redisSettings } from '@taproot/core';
import type * as Ioredis from 'ioredis';
import { errors } from '../errors.ts';

type Package = Pick<typeof Ioredis, 'Redis'>;

/** A client that fails at once rather than later, not connected yet; `E_LIMITER_IOREDIS` when the package is missing. */
export const createRedisClient = async (
  url: string,
  load: () => Promise<Package> = () => import('ioredis'),
): Promise<Ioredis.Redis> => {
  const { Redis } = await importOptional('ioredis', load, (cause) => errors.E_LIMITER_IOREDIS({ cause }));
  return new Redis(url, redisSettings());
};
