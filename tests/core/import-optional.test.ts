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

test.each([
  ['pg', "Cannot find package 'pg-pool' imported from /app/node_modules/pg/lib/index.js", false],
  ['pg', "Cannot find package 'pg' imported from /app/dist/main.js", true],
  ['pg', "Cannot find module 'pg/lib/client'", true],
  ['@scope/pg', "Cannot find package '@scope/pg-pool' imported from /app/dist/main.js", false],
])('what is said of %s by "%s" is about it: %s', async (name, message, about) => {
  const fault = Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' });
  await expect(importOptional(name, () => Promise.reject(fault), missing)).rejects.toThrow(
    about ? 'Install it.' : message,
  );
});
