import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { EnvFile } from '../../../plugins/console/src/command/env-file.ts';

let folder = '';
let path = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'taproot-env-'));
  path = join(folder, '.env');
});

afterEach(() => rm(folder, { recursive: true }));

const set = async (before: string, value = 'k=+/=='): Promise<string> => {
  await writeFile(path, before);
  EnvFile.read(path).set('APP_KEY', value).write();
  return readFile(path, 'utf8');
};

describe('a variable', () => {
  test.each([
    ['in a line of its own, where it had none', 'A=1\n', 'A=1\nAPP_KEY=k=+/==\n'],
    ['behind a last line without its end', 'A=1', 'A=1\nAPP_KEY=k=+/==\n'],
    ['in its line, comments and order kept', '# one\nAPP_KEY=\n\nB=2 # two\n', '# one\nAPP_KEY=k=+/==\n\nB=2 # two\n'],
    ['in the place of what was there', "export APP_KEY='old'\nB=2\n", 'export APP_KEY=k=+/==\nB=2\n'],
    ['with the ends of lines that the file has', 'A=1\r\nAPP_KEY=\r\nB=2\r\n', 'A=1\r\nAPP_KEY=k=+/==\r\nB=2\r\n'],
    ['not in a comment that looks like it', '# APP_KEY=old\n', '# APP_KEY=old\nAPP_KEY=k=+/==\n'],
    ['not in another whose name ends alike', 'MY_APP_KEY=x\n', 'MY_APP_KEY=x\nAPP_KEY=k=+/==\n'],
    ['below an indented comment', 'A=1\n  # why\nAPP_KEY=old\n', 'A=1\n  # why\nAPP_KEY=k=+/==\n'],
    ['behind spare blanks', ' export  APP_KEY = old\nB=2\n', ' export  APP_KEY =k=+/==\nB=2\n'],
    ['behind a byte order mark', '\uFEFFAPP_KEY=old\nB=2\n', '\uFEFFAPP_KEY=k=+/==\nB=2\n'],
    ['beside a variable behind a byte order mark', '\uFEFFA=1\n', '\uFEFFA=1\nAPP_KEY=k=+/==\n'],
  ])('is set %s', async (_how, before, after) => {
    expect(await set(before)).toBe(after);
  });

  test('is not set where that would tear another value apart', async () => {
    const before = 'TEXT="one\nAPP_KEY=two\nthree"\n';
    await expect(set(before)).rejects.toMatchObject({ code: 'E_ENV_FILE' });
    expect(await readFile(path, 'utf8')).toBe(before);
  });
});

test('a value is read as the application reads it', async () => {
  await writeFile(path, '\uFEFFAPP_KEY=a\n  # why\nexport  B=b\n');
  const file = EnvFile.read(path);
  expect(['APP_KEY', 'B', 'C'].map((name) => file.get(name))).toEqual(['a', 'b', '']);
});

describe('the file', () => {
  test('is made for its owner alone, and keeps the mode it has', async () => {
    EnvFile.read(path).set('APP_KEY', 'a').write();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rm(path);
    await writeFile(path, '', { mode: 0o640 });
    EnvFile.read(path).set('APP_KEY', 'a').write();
    expect((await stat(path)).mode & 0o777).toBe(0o640);
  });

  test('is written where a link leads, and the link stays', async () => {
    await mkdir(join(folder, 'shared'));
    await writeFile(join(folder, 'shared/env'), 'A=1\n');
    await symlink('shared/env', path);
    EnvFile.read(path).set('APP_KEY', 'a').write();
    expect(await readFile(join(folder, 'shared/env'), 'utf8')).toBe('A=1\nAPP_KEY=a\n');
  });

  test('that is a folder is an error', async () => {
    await mkdir(path);
    expect(() => EnvFile.read(path)).toThrow(
      expect.objectContaining({
        code: 'E_ENV_READ',
        message: expect.stringMatching(/ cannot be read: .*EISDIR/),
      }),
    );
  });

  test('that cannot be written is an error, and leaves no temporary file', async () => {
    const read = EnvFile.read(path).set('APP_KEY', 'a');
    // A folder in its place: rename() refuses.
    await mkdir(path);
    expect(() => read.write()).toThrow(expect.objectContaining({ code: 'E_ENV_WRITE' }));
    expect(await readdir(folder)).toEqual(['.env']);
  });
});
