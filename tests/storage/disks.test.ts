import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { DiskConfig } from '@taproot/storage';
import { casesOf } from './support/cases.ts';

const folder = await mkdtemp(join(tmpdir(), 'taproot-storage-'));

afterAll(() => rm(folder, { recursive: true }));

// The third driver, S3, needs a server: `npm run test:long -- storage`.
const disks: readonly (readonly [string, () => DiskConfig])[] = [
  ['local', () => ({ driver: 'local', root: join(folder, randomUUID()) })],
  ['memory', () => ({ driver: 'memory' })],
];

describe.each(disks)('a disk of the driver %s', (_driver, config) => {
  it.each(casesOf(config).map(({ name, run }) => [name, run] as const))('%s', async (_name, run) => {
    await expect(run()).resolves.toBeUndefined();
  });
});
