import { existsSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Application, type Context, createFacades, HttpError, type Middleware, type Request } from '@taproot/core';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import {
  FakeClock,
  type FakeContext,
  fakeContext,
  http,
  type PluginCheck,
  type pluginChecks,
  type TestApplication,
  type TestRequest,
  testApplication,
} from '@taproot/testing';
import { withCode } from '../core/support.ts';
import { type Equal, expectType, onlyCompiled } from '../types/support.ts';

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
  expect(app.facades.Http().address?.port).toBeGreaterThan(1023);
});

test('an application that does not boot leaves nothing behind', async () => {
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

test('the clock stands still until it is advanced', async () => {
  const clock = new FakeClock(new Date('2026-03-01T00:00:00Z'));
  const { now } = clock;
  expect(now()).toBe(Date.UTC(2026, 2, 1));
  await clock.advance(1.5);
  expect(now()).toBe(Date.UTC(2026, 2, 1, 0, 0, 1, 500));
});

test('sleepers wake in order, each at its own time', async () => {
  const clock = new FakeClock(0);
  const woke: string[] = [];
  const sleeper = async (name: string, ...naps: number[]): Promise<void> => {
    for (const nap of naps) {
      await clock.sleep(nap);
      woke.push(`${name} ${clock.now()}`);
    }
  };
  void sleeper('b', 400);
  void sleeper('a', 300, 300);
  void sleeper('c', 1001);
  await clock.advance(1);
  expect(woke).toEqual(['a 300', 'b 400', 'a 600']);
});

test('it begins with the year 2026 unless it is told when', () => {
  expect(new Date(new FakeClock().now()).toISOString()).toBe('2026-01-01T00:00:00.000Z');
});

const takesContext = (ctx: Context): Context => ctx;

test('a test application is an application that can be left', () => {
  expectType<Equal<Awaited<ReturnType<typeof testApplication>>, TestApplication>>();
  expectType<TestApplication extends Application & AsyncDisposable ? true : false>();
  expectType<Equal<TestApplication['reports'], readonly unknown[]>>();
  expect.assertions(0);
});

test('a fake context goes wherever a context does, with more to look at', () => {
  expectType<Equal<ReturnType<typeof fakeContext>, FakeContext>>();
  expectType<ReturnType<FakeContext['request']> extends Request ? true : false>();
  expectType<Equal<ReturnType<FakeContext['through']>, TestRequest>>();
  expectType<Equal<ReturnType<FakeContext['handle']>, TestRequest>>();
  const ctx = fakeContext();
  expect(takesContext(ctx)).toBe(ctx);
  onlyCompiled((middleware: Middleware) => {
    void ctx.through(middleware, (inner) => inner.response().noContent());
    // @ts-expect-error a misspelt part
    fakeContext({ methd: 'POST' });
    // @ts-expect-error a context has no such member
    void ctx.nothing;
  });
});

test('checks have a name and run', () => {
  expectType<Equal<ReturnType<typeof pluginChecks>, PluginCheck[]>>();
  expectType<Equal<PluginCheck['run'], () => Promise<void>>>();
  expect.assertions(0);
});
