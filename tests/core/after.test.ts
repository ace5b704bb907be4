import { expect, test } from '@jest/globals';
import { after } from '@taproot/core';

test('what is here already is gone on with at once', () => {
  expect(after(2, (value) => value * 2)).toBe(4);
});

test('what is still to come is waited for, a promise of whatever library', async () => {
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
