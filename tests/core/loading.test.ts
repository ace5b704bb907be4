import { expect, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import { importOptional, requireOptional } from '@taproot/core/internal';
import { after, lazy } from '@taproot/core/plugin';

// Left to be found out when it is imported: it is not installed.
const absent: string = 'taproot-no-such-package';

const missing = (cause: unknown): Error => new Error('Install it.', { cause });

test('a package that is installed is imported', async () => {
  const { sep } = await importOptional('node:path', () => import('node:path'), missing);
  expect(sep).toMatch(/^[/\\]$/);
});

test('one that is loaded by require is found missing in the same way', () => {
  const absentHere = Object.assign(new Error("Cannot find module 'ioredis'"), { code: 'MODULE_NOT_FOUND' });
  const load = () => {
    throw absentHere;
  };
  expect(requireOptional('ioredis', () => 'package', missing)).toBe('package');
  expect(() => requireOptional('ioredis', load, missing)).toThrow('Install it.');
  expect(() => requireOptional('pg', load, missing)).toThrow(absentHere);
});

test('a package that is not installed fails with the error of its importer', async () => {
  const error: unknown = await importOptional<unknown>(absent, () => import(absent), missing).catch(
    (fault: unknown) => fault,
  );
  expect(error).toMatchObject({ message: 'Install it.' });
  expect(error instanceof Error && hasCode(error.cause, 'MODULE_NOT_FOUND', 'ERR_MODULE_NOT_FOUND')).toBe(true);
});

test('a package that fails to load fails with its own error', async () => {
  const broken = new Error('built for another machine');
  await expect(importOptional('broken', () => Promise.reject(broken), missing)).rejects.toBe(broken);
});

test('an installed package that lacks another one fails with its own error', async () => {
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

test('makes the value on first use, and the same for every caller', () => {
  let made = 0;
  const thing = lazy(() => ({ number: ++made }));
  expect(made).toBe(0);
  expect(thing()).toBe(thing());
  expect(made).toBe(1);
});

test('tries again after it failed', () => {
  const outcomes = [new Error('no descriptor is left'), 'loaded'];
  const thing = lazy(() => {
    const outcome = outcomes.shift();
    if (typeof outcome !== 'string') throw outcome;
    return outcome;
  });
  expect(thing).toThrow('no descriptor is left');
  expect(thing()).toBe('loaded');
});

test('continues at once with a value that is not a promise', () => {
  expect(after(2, (value) => value * 2)).toBe(4);
});

test('waits for a promise, of any library', async () => {
  expect(await after(Promise.resolve(2), (value) => value * 2)).toBe(4);
  // oxlint-disable-next-line unicorn/no-thenable -- a promise of another library is no more than this
  const foreign = { then: (proceed: (value: number) => number) => proceed(3) } as unknown as Promise<number>;
  expect(await after(foreign, (value) => value * 2)).toBe(6);
});

test('what fails is not gone on with', async () => {
  const failing = after(Promise.reject<number>(new Error('no such row')), () => expect(true).toBe(false));
  await expect(failing).rejects.toThrow('no such row');
});

test('data with a member called then is no promise', () => {
  // oxlint-disable-next-line unicorn/no-thenable -- data, which may have any key
  expect(after({ then: 'later' }, ({ then }) => then)).toBe('later');
});
