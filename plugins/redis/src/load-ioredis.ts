import { createRequire } from 'node:module';
import { requireOptional } from '@taproot/core/internal';
import type * as Ioredis from 'ioredis';
import { errors } from './errors.ts';

/** The exports of ioredis that are used. */
export type IoredisPackage = Pick<typeof Ioredis, 'Redis'>;

const require = createRequire(import.meta.url);

/**
 * The package ioredis, loaded by the first connection that needs it: that takes 40 ms, and no boot needs it. By `require`,
 * because facades give a client at once.
 *
 * @throws E_REDIS_PACKAGE when it is not installed.
 */
export const loadIoredis = (
  connection: string,
  load: () => IoredisPackage = () => require('ioredis') as IoredisPackage,
): IoredisPackage => requireOptional('ioredis', load, (cause) => errors.E_REDIS_PACKAGE({ connection }, { cause }));
