import { describe, expect, test } from '@jest/globals';
import { type AppConfig, setup } from '@taproot/core';
import { testApplication } from '@taproot/core/testing';
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
        message: `APP_ENV is "${name}", which Taproot does not know and treats as a name of your own. Was "${near}" meant?`,
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
