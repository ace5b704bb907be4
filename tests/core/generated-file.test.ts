import * as files from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';

const full = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });

/** Whether the disk is full when a file shall take its name. */
let failing = false;

jest.unstable_mockModule('node:fs/promises', () => ({
  ...files,
  rename: (from: string, to: string) => (failing ? Promise.reject(full) : files.rename(from, to)),
}));

const { readGenerated, writeGenerated } = await import('@taproot/core/internal');

let folder = '';
const file = (name: string): string => join(folder, name);

beforeEach(async () => {
  failing = false;
  folder = await files.mkdtemp(join(tmpdir(), 'generated-'));
});

afterEach(() => files.rm(folder, { recursive: true }));

test('a generated file is written with its folders, and only when it differs', async () => {
  expect(await readGenerated(file('types/app.d.ts'))).toBeNull();
  expect(await writeGenerated(file('types/app.d.ts'), 'a\nb\n')).toBe(true);
  expect(await writeGenerated(file('types/app.d.ts'), 'a\nb\n')).toBe(false);
  // As Git checks it out on Windows.
  await files.writeFile(file('types/app.d.ts'), 'a\r\nb\r\n');
  expect(await readGenerated(file('types/app.d.ts'))).toBe('a\nb\n');
  expect(await writeGenerated(file('types/app.d.ts'), 'a\nb\n')).toBe(false);
  expect(await files.readdir(file('types'))).toEqual(['app.d.ts']);
});

test('one that cannot be read is an error, not a file that is missing', async () => {
  await files.mkdir(file('api.json'));
  await expect(readGenerated(file('api.json'))).rejects.toMatchObject({ code: 'EISDIR' });
  await expect(writeGenerated(file('api.json'), '{}')).rejects.toMatchObject({ code: 'EISDIR' });
});

test('one that cannot be written stays as it was, and no half of the new one is left', async () => {
  await writeGenerated(file('api.json'), 'old');
  failing = true;
  await expect(writeGenerated(file('api.json'), 'new')).rejects.toBe(full);
  expect(await readGenerated(file('api.json'))).toBe('old');
  expect(await files.readdir(folder)).toEqual(['api.json']);
});
