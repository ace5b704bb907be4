import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type AppConfig, setup } from '@taproot/core';
import { testApplication } from '@taproot/testing';
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
