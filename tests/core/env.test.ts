import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { setup } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { withCode } from './support.ts';

describe('createEnv', () => {
  const env = createEnv({ TEXT: 'abc', EMPTY: '', NUMBER: '8.5', HEX: '0x10', SPACE: ' ', WORD: 'eight' });

  test('gives the text of a variable', () => {
    expect([env('TEXT'), env('TEXT', 'other'), env('TEXT', null)]).toEqual(['abc', 'abc', 'abc']);
  });

  test('gives the default of a variable that is not set or empty', () => {
    expect([env('NONE', 'x'), env('NONE', 1), env('NONE', true), env('NONE', null)]).toEqual(['x', 1, true, null]);
    expect([env('EMPTY', 'x'), env('EMPTY', 1), env('EMPTY', true), env('EMPTY', null)]).toEqual(['x', 1, true, null]);
  });

  test('converts to the kind of the default', () => {
    expect([env('NUMBER', 1), env('HEX', 1), env('NUMBER', 'x')]).toEqual([8.5, 16, '8.5']);
  });

  test('gives one of some values, as their union', () => {
    const mail = createEnv({ MODE: 'smtp', BAD: 'smpt', EMPTY: '' });
    const mode: 'smtp' | 'log' = mail.oneOf('MODE', ['smtp', 'log']);
    expect([mode, mail.oneOf('NONE', ['smtp', 'log'], 'log'), mail.oneOf('EMPTY', ['smtp', 'log'], 'log')]).toEqual([
      'smtp',
      'log',
      'log',
    ]);
    // @ts-expect-error -- a fallback is one of the values
    expect(mail.oneOf('NONE', ['smtp', 'log'], 'none')).toBe('none');
    expect(() => mail.oneOf('BAD', ['smtp', 'log'], 'log')).toThrow(
      withCode('E_ENV_INVALID', {
        message: 'Environment variable BAD must be one of smtp, log, not "smpt".',
      }),
    );
    expect(() => mail.oneOf('NONE', ['smtp', 'log'])).toThrow(withCode('E_ENV_MISSING'));
  });

  test.each([
    ['true', true],
    ['1', true],
    ['On', true],
    ['YES', true],
    ['false', false],
    ['0', false],
    ['off', false],
    ['No', false],
  ])('reads %s as %s', (text, expected) => {
    expect(createEnv({ FLAG: text })('FLAG', !expected)).toBe(expected);
  });

  test.each([
    ['WORD', 1, 'Environment variable WORD must be a number, not "eight".'],
    ['SPACE', 1, 'Environment variable SPACE must be a number, not " ".'],
    ['NUMBER', true, 'Environment variable NUMBER must be a boolean, not "8.5".'],
  ])('refuses %s with the default %s', (name, fallback, message) => {
    expect(() => env(name, fallback as number)).toThrow(withCode('E_ENV_INVALID', { message }));
  });

  test('LC-15 a variable without a value and without a default is an error that names it', () => {
    expect(() => env('NONE')).toThrow(withCode('E_ENV_MISSING', { message: expect.stringContaining('NONE') }));
    expect(() => env('EMPTY')).toThrow(withCode('E_ENV_MISSING'));
  });
});

describe('the variables of an application', () => {
  let folder = '';

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'env-'));
  });

  afterEach(async () => {
    delete process.env.TAPROOT_TEST_B;
    delete process.env.TAPROOT_TEST_C;
    await rm(folder, { recursive: true });
  });

  test('come from .env, above it the process, above that setup()', async () => {
    await writeFile(join(folder, '.env'), 'TAPROOT_TEST_A=file\nTAPROOT_TEST_B="file"\nTAPROOT_TEST_C=file # why\n');
    Object.assign(process.env, { TAPROOT_TEST_B: 'process', TAPROOT_TEST_C: 'process' });
    const { env } = await setup(null, { basePath: folder, env: { TAPROOT_TEST_C: 'setup' } }).create();
    expect([env('TAPROOT_TEST_A'), env('TAPROOT_TEST_B'), env('TAPROOT_TEST_C')]).toEqual(['file', 'process', 'setup']);
  });

  test.each([
    ['behind an indented comment', 'TAPROOT_TEST_A=x\n  # why\nTAPROOT_TEST_Z=1'],
    ['behind an indented comment with an assignment', '\t# TAPROOT_TEST_Z=0\n\t# why\nTAPROOT_TEST_Z=1'],
    ['behind a line of blanks', 'TAPROOT_TEST_A=x\n  \nTAPROOT_TEST_Z=1'],
    ['behind one with blanks for a value', 'TAPROOT_TEST_A= \r\nTAPROOT_TEST_Z=1\r\n'],
    ['indented', 'TAPROOT_TEST_A=x\n\tTAPROOT_TEST_Z=1'],
    ['exported with several blanks', 'export  TAPROOT_TEST_Z=1'],
    ['exported with a tab', '  export\tTAPROOT_TEST_Z = 1'],
    ['behind a byte order mark', '\uFEFFTAPROOT_TEST_Z=1'],
    ['behind a byte order mark and export', '\uFEFFexport TAPROOT_TEST_Z=1'],
  ])('a variable of .env %s is read', async (_where, text) => {
    await writeFile(join(folder, '.env'), text);
    const { env } = await setup(null, { basePath: folder }).create();
    expect(env('TAPROOT_TEST_Z', null)).toBe('1');
  });

  test.each(['"', "'", '`'])('a value between %s is kept as it stands', async (quote) => {
    const value = 'one\n  # two=2\n\nexport  TAPROOT_TEST_A=three\n   \n=\uFEFF four ';
    const text = `TAPROOT_TEST_A=0\nTAPROOT_TEST_Z = ${quote}${value}${quote} # why\n  # it is\nTAPROOT_TEST_Y=1`;
    await writeFile(join(folder, '.env'), text);
    const { env } = await setup(null, { basePath: folder }).create();
    expect(['A', 'Y', 'Z'].map((end) => env(`TAPROOT_TEST_${end}`))).toEqual(['0', '1', value]);
  });

  test('an empty variable of the process counts as unset: that of .env stands', async () => {
    await writeFile(join(folder, '.env'), 'TAPROOT_TEST_B=file\nTAPROOT_TEST_C=file\n');
    Object.assign(process.env, { TAPROOT_TEST_B: '', TAPROOT_TEST_C: '' });
    const { env } = await setup(null, { basePath: folder, env: { TAPROOT_TEST_C: '' } }).create();
    expect([env('TAPROOT_TEST_B', 'default'), env('TAPROOT_TEST_C', 'default')]).toEqual(['file', 'default']);
  });

  test('in the environment testing, .env.testing is read in place of .env', async () => {
    await writeFile(join(folder, '.env'), 'TAPROOT_TEST_A=file\nTAPROOT_TEST_B=file\n');
    await writeFile(join(folder, '.env.testing'), 'TAPROOT_TEST_A=testing\n');
    const read = async (environment: string): Promise<unknown> => {
      const app = await setup(null, { basePath: folder, env: { APP_ENV: environment } }).create();
      await app.close();
      return [app.env('TAPROOT_TEST_A', ''), app.env('TAPROOT_TEST_B', '')];
    };
    expect(await read('testing')).toEqual(['testing', '']);
    expect(await read('development')).toEqual(['file', 'file']);
    await writeFile(join(folder, '.env.testing'), 'TAPROOT TEST\n');
    await expect(read('testing')).rejects.toThrow('.env.testing:1');
    await rm(join(folder, '.env.testing'));
    expect(await read('testing')).toEqual(['file', 'file']);
  });

  test('an application without .env has those of the process', async () => {
    process.env.TAPROOT_TEST_B = 'process';
    const { env } = await setup(null, { basePath: folder }).create();
    expect(env('TAPROOT_TEST_B')).toBe('process');
  });

  test('a .env that cannot be read is an error, not an empty one', async () => {
    await mkdir(join(folder, '.env'));
    await expect(setup(null, { basePath: folder }).create()).rejects.toMatchObject({ code: 'EISDIR' });
  });

  test('the folder is a path, a file URL or its text; relative paths are resolved at once', async () => {
    const url = pathToFileURL(folder);
    for (const basePath of [folder, url, url.href]) {
      const app = await setup(null, { basePath }).create();
      expect(app.basePath).toBe(folder);
      expect(app.path('public', 'a.txt')).toBe(join(folder, 'public', 'a.txt'));
    }
    await writeFile(join(folder, 'package.json'), '{}');
    await mkdir(join(folder, 'dist', 'bootstrap'), { recursive: true });
    await writeFile(join(folder, 'dist', 'bootstrap', 'app.js'), '');
    const module = pathToFileURL(join(folder, 'dist', 'bootstrap', 'app.js'));
    expect((await setup(null, { basePath: module.href }).create()).basePath).toBe(folder);
    expect((await setup(null, { basePath: 'here' }).create()).basePath).toBe(join(process.cwd(), 'here'));
    expect((await setup().create()).basePath).toBe(process.cwd());
  });

  test('a module that lies in no package has no folder of an application', async () => {
    const module = join(folder, 'app.js');
    await writeFile(module, '');
    await expect(async () => setup(null, { basePath: pathToFileURL(module) }).create()).rejects.toEqual(
      withCode('E_BASE_PATH', { message: expect.stringContaining(module) }),
    );
  });
});
