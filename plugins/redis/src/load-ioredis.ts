import { createRequire } from 'node:module';
import { requireOptional } from '@taproot/core/plugin';
import type * as Ioredis from 'ioredis';
import { errors } from './errors.ts';

/** The exports of ioredis that are used. */
export type IoredisPackage = Pick<typeof Ioredis, 'Redis'>;

const require = createRequire(import.meta.url);

/**
 * Loads the package ioredis for the first connection, because loading takes 40 ms and no boot needs it. Uses `require`,
 * because facades return a client synchronously.
 *
 * @throws E_REDIS_PACKAGE when it is not installed.
 */
export const loadIoredis = (
  connection: string,
  load: () => IoredisPackage = () => require('ioredis') as IoredisPackage,
): IoredisPackage => requireOptional('ioredis', load, (cause) => errors.E_REDIS_PACKAGE({ connection }, { cause }));
