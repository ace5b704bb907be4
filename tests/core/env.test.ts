import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { type AppConfig, setup } from '@taproot/core';
import { createEnv } from '@taproot/core/internal';
import { testApplication } from '@taproot/testing';
import { workerCount } from '../../core/src/run/serve-process.ts';
import { bootWith, withCode } from './support.ts';

const inEnv = (name: string) => setup(null, { env: { APP_ENV: name } }).create();

describe('APP_ENV', () => {
  test.each([
    'Production',
    'PRODUCTION',
    ' production',
    'prod',
    'Prod',
    'prd',
    'live',
    'prodution',
    'producton',
    'prodcution',
    'production2',
    'production-eu',
    'prod_blue',
  ])('S-9: "%s" is too like production to be anything else, and stops the boot', async (name) => {
    await expect(inEnv(name)).rejects.toEqual(withCode('E_APP_ENV', { message: expect.stringContaining(`"${name}"`) }));
  });

  test.each([
    'production',
    'development',
    'testing',
    'staging',
    'preproduction',
    'pre-prod',
    'local',
    'ci',
    'demo',
    'eu-west',
  ])('"%s" boots without a word', async (name) => {
    await using app = await testApplication({ env: { APP_ENV: name } });
    expect(app.reports).toEqual([]);
    expect(app.isProduction).toBe(name === 'production');
  });

  test.each([
    ['developement', 'development'],
    ['Development', 'development'],
    ['dev', 'development'],
    ['test', 'testing'],
    ['stagging', 'staging'],
  ])('F4: "%s" boots with the nearest name in a warning', async (name, near) => {
    await using app = await testApplication({ env: { APP_ENV: name } });
    expect(app.reports).toEqual([
      withCode('E_APP_ENV_UNKNOWN', {
        message: `APP_ENV is "${name}", which Taproot does not know and treats as a name of your own. Did you mean "${near}"?`,
      }),
    ]);
  });
});

describe('settings of config/app.ts', () => {
  test.each<[object, string]>([
    [{ boot_timeout: -1 }, 'Configuration "app.boot_timeout" is -1, but must be a number of seconds above 0.'],
    [{ shutdown_timeout: 0 }, 'Configuration "app.shutdown_timeout" is 0, but must be a number of seconds above 0.'],
    [
      { url: 'shop.example' },
      'Configuration "app.url" is the string "shop.example", but must be an address such as "https://shop.example".',
    ],
    [
      { url: 'ftp://shop.example' },
      'Configuration "app.url" is the string "ftp://shop.example", but must be an address such as "https://shop.example".',
    ],
    [{ unhandled: 'exti' }, 'Configuration "app.unhandled" is the string "exti", but must be "exit" or "continue".'],
  ])('%j stops the boot', async (app, message) => {
    await expect(bootWith([], { app: app as AppConfig })).rejects.toEqual(withCode('E_APP_SETTING', { message }));
  });
});

/** Boots an application with this `.env`. */
const bootOn = async (text: string): Promise<unknown> => {
  const folder = await mkdtemp(join(tmpdir(), 'dotenv-'));
  try {
    await writeFile(join(folder, '.env'), text);
    return await setup(null, { basePath: folder }).create();
  } finally {
    await rm(folder, { recursive: true });
  }
};

test.each([
  ['FOO BAR=1', 1, 'has a space in the name "FOO BAR"'],
  ['A=1\nFOO BAR=1', 2, 'has a space in the name "FOO BAR"'],
  ['=x', 1, 'has no name in front of "="'],
  ['A=1\n\n  # why\n = x', 4, 'has no name in front of "="'],
  ['nonsense', 1, 'is no variable: "nonsense" has no "="'],
  ['export FOO', 1, 'is no variable: "FOO" has no "="'],
  ['A="open', 1, 'opens a quote, ", that nothing closes'],
  ['A="1\n2"\nB=1\nC=\'open\nD=1', 4, "opens a quote, ', that nothing closes"],
  ['A=1\r\nB= `open\r\n', 2, 'opens a quote, `, that nothing closes'],
  ['A="1" 2', 1, 'has text behind the closing quote'],
  ['A=1\nB=\u00A0secret', 2, 'begins its value with the character U+00A0, which is no plain space'],
  ['A= \u3000"1"', 1, 'begins its value with the character U+3000, which is no plain space'],
  ['A=\vb', 1, 'begins its value with the character U+000B, which is no plain space'],
])('F5: the line of .env that would be lost is named: %j', async (text, line, reason) => {
  await expect(bootOn(text)).rejects.toEqual(withCode('E_ENV_LINE', { message: `.env:${line} ${reason}.` }));
});

test.each([
  '',
  '\n\n',
  '# nothing but a comment',
  '\uFEFFA=1',
  'A=',
  'A= \r\nB=2\r\n',
  'A=it\'s "fine" #1',
  'export A="1" # why\nB=\'2\'\t\r\n\tC = `a\nb`',
  'A=# all of it a comment',
  'A=x=y="z"',
])('%j is read', async (text) => {
  await expect(bootOn(text)).resolves.toBeDefined();
});

test('a long file without a closing quote takes linear time', async () => {
  // Counted in quotes: each would be tried against all that follow if the check went back.
  const text = `A='${'"`'.repeat(200_000)}`;
  await expect(bootOn(text)).rejects.toEqual(withCode('E_ENV_LINE'));
});

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

describe('old node', () => {
  const reason = 'Taproot needs Node 20.19 or newer; this is 18.20.8.';

  const node = process.versions.node;

  const runsOn = (value: string): void => {
    Object.defineProperty(process.versions, 'node', { value, configurable: true });
  };

  beforeAll(() => runsOn('18.20.8'));
  afterAll(() => runsOn(node));

  test('D-9: create() says that the version of Node is too old', async () => {
    const { setup } = await import('@taproot/core');
    await expect(setup(null).create()).rejects.toMatchObject({ code: 'E_NODE_OLD', message: reason });
  });

  test('D-9: run() says so before it asks for the application, and ends the process with 1', async () => {
    const { run } = await import('@taproot/core/run');
    const exit = jest.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const boot = jest.fn(() => Promise.reject(new Error('never called')));
    const write = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    await expect(run(boot)).rejects.toThrow('exit 1');
    expect(write.mock.calls).toEqual([[`${reason}\n`]]);
    write.mockRestore();
    exit.mockRestore();
    expect(boot).not.toHaveBeenCalled();
  });

  // A name that a module of Node lacks fails while it links, before any line of ours runs.
  test('D-9: the core takes parseEnv, which Node 18 lacks, by no import of its name', () => {
    const source = readFileSync(join(import.meta.dirname, '../../core/src/config/dotenv.ts'), 'utf8');
    expect(source).not.toMatch(/import\s*\{[^}]*parseEnv/);
  });
});

test.each([
  ['3', 3],
  [0, 0],
  [' 8 ', 8],
  [1024, 1024],
  ['auto', availableParallelism()],
])('%j workers are %i', (asked, count) => {
  expect(workerCount(asked)).toBe(count);
});

test.each(['many', '-1', '1.5', '', ' ', 'NaN', '1025', Number.NaN, -1, 0.5])('%j is no number of workers', (asked) => {
  expect(() => workerCount(asked)).toThrow(withCode('E_WORKERS_INVALID'));
});
