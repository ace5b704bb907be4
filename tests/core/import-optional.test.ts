import { expect, test } from '@jest/globals';
import { hasCode, importOptional } from '@taproot/core';

// Left to be found out when it is imported: it is not installed.
const absent: string = 'taproot-no-such-package';

const missing = (cause: unknown): Error => new Error('Install it.', { cause });

test('a package that is installed is imported', async () => {
  const { sep } = await importOptional('node:path', () => import('node:path'), missing);
  expect(sep).toMatch(/^[/\\]$/);
});

test('one that is not is told as its importer wants it', async () => {
  const error: unknown = await importOptional<unknown>(absent, () => import(absent), missing).catch(
    (fault: unknown) => fault,
  );
  expect(error).toMatchObject({ message: 'Install it.' });
  expect(error instanceof Error && hasCode(error.cause, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')).toBe(true);
});

test('one that fails to load is told as it fails', async () => {
  const broken = new Error('built for another machine');
  await expect(importOptional('broken', () => Promise.reject(broken), missing)).rejects.toBe(broken);
});

test('one that is there and lacks another is told as it fails', async () => {
  const load = () => import(absent);
  await expect(importOptional('ioredis', load, missing)).rejects.toThrow(absent);
});
