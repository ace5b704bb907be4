import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { createFacades, definePlugin, HttpError } from '@taproot/core';
import { testApplication } from '@taproot/core/testing';
import { routing } from '@taproot/routing';
import { http } from '@taproot/routing/testing';
import { withCode } from '../support.ts';

test('it is booted, for testing, in an empty folder that goes with it', async () => {
  const app = await testApplication({ env: { APP_NAME: 'Oak' } });
  expect(app.config.app).toMatchObject({ env: 'testing', name: 'Oak', debug: false });
  expect(existsSync(app.basePath)).toBe(true);
  expect(await app.close()).toEqual([]);
  expect(existsSync(app.basePath)).toBe(false);
});

test('every part may be left out', async () => {
  await using app = await testApplication();
  expect([app.plugins.map(({ name }) => name), app.reports]).toEqual([['app', 'testing'], []]);
});

test('a folder that was given stays', async () => {
  const app = await testApplication({ basePath: import.meta.dirname });
  expect(app.basePath).toBe(import.meta.dirname);
  await app.close();
  expect(existsSync(import.meta.dirname)).toBe(true);
});

test('leaving its block closes it', async () => {
  const handle = createFacades();
  {
    await using app = await testApplication({ handle });
    expect(handle.app).toBe(app);
  }
  expect(handle.app).toBeNull();
});

test('leaving its block tells what failed to close', async () => {
  const stuck = definePlugin({
    name: 'stuck',
    apply: (app) => app.hooks.shutdown.tap('stuck', () => Promise.reject(new Error('it hangs'))),
  });
  const leave = async (): Promise<void> => {
    await using _app = await testApplication({ plugins: [stuck] });
  };
  await expect(leave()).rejects.toMatchObject({ errors: [withCode('E_PLUGIN_FAILED')] });
});

test('routes are registered before it is frozen, errors are kept instead of printed, and the port is a free one', async () => {
  const broken = new Error('broken');
  await using app = await testApplication({
    plugins: [routing()],
    register: ({ facades }) => {
      facades.Route().get('/', () => Promise.reject(broken));
      facades.Route().get('/gone', () => Promise.reject(new HttpError(410)));
    },
  });
  await http(app).get('/').assertInternalServerError();
  await http(app).get('/gone').assertGone();
  expect(app.reports).toEqual([broken]);
  await app.open();
  expect(app.facades.Http().address()?.port).toBeGreaterThan(1023);
});

test('one that does not boot leaves nothing', async () => {
  let folder = '';
  const failing = definePlugin({
    name: 'failing',
    apply: (app) => {
      folder = app.basePath;
      throw new Error('no');
    },
  });
  await expect(testApplication({ plugins: [failing] })).rejects.toEqual(withCode('E_PLUGIN_FAILED'));
  expect(existsSync(folder)).toBe(false);
});

test('a mistake in the configuration is told as create() tells it', async () => {
  await expect(testApplication({ config: { http: {} } })).rejects.toEqual(withCode('E_CONFIG_UNKNOWN_FILE'));
});
