import { afterEach, describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin } from '@taproot/core/plugin';
import { fromKoa, koa, koaContext } from '@taproot/koa';
import { type RootRouter, routing } from '@taproot/routing';
import { http } from '@taproot/testing';

let app: Application | null = null;

afterEach(async () => {
  await app?.close();
  app = null;
});

const boot = async (plugins: readonly AnyPlugin[], register: (route: RootRouter) => void): Promise<Application> => {
  app = await setup(null, { basePath: import.meta.dirname, env: { APP_ENV: 'testing' } })
    .withPlugins([routing(), ...plugins])
    .withConfig({ http: { port: 0 } })
    .withRouting(register)
    .create();
  return app;
};

/** A plugin of somebody else, which gives Koa a middleware. */
const native = definePlugin({
  name: 'native',
  after: ['koa', 'routing'],
  apply: ({ facades }) =>
    facades
      .Http()
      .hooks.driver.for('koa')
      .tap('native', (instance) => {
        instance.use(async (ctx, next) => {
          await next();
          ctx.set('X-Native', 'yes');
        });
      }),
});

// First in this file: nothing has loaded Koa by then.
test('koaContext() in an application without middleware of Koa says what to do', async () => {
  const reported: unknown[] = [];
  const ears = definePlugin({
    name: 'ears',
    apply: ({ hooks }) => hooks.report.tap('ears', (error) => void reported.push(error)),
  });
  const served = await boot([koa(), ears], (route) => route.get('/', (ctx) => ({ path: koaContext(ctx).path })));
  await http(served).get('/').assertStatus(500);
  expect(reported).toEqual([expect.objectContaining({ code: 'E_KOA_CONTEXT' })]);
});

describe('without koa()', () => {
  test('a plugin that taps the driver koa stops the boot, and the error says what to install', async () => {
    await expect(boot([native], (route) => route.get('/', () => ({})))).rejects.toMatchObject({
      code: 'E_DRIVER_TAP_KOA',
      message:
        'The plugin "native" taps http.driver.for(\'koa\'), but this application has no plugin koa(), which runs Koa.',
      fix: 'Run npm i @taproot/koa and add koa() to withPlugins() (bootstrap/plugins.ts).',
    });
  });

  test('withKoa() is a step that does not exist, and the error names the package', () => {
    const builder = setup(null, { env: { APP_ENV: 'testing' } }).withPlugins([routing()]);
    // The compiler knows it, too.
    expect(() => Reflect.get(builder, 'withKoa')).toThrow(
      expect.objectContaining({ code: 'E_STEP_UNKNOWN', fix: expect.stringContaining('koa() of @taproot/koa') }),
    );
  });

  test('fromKoa() runs its middleware', async () => {
    const stamp = fromKoa('stamp', async (ctx, next) => {
      await next();
      ctx.set('X-Path', ctx.path);
    });
    const served = await boot([], (route) => route.middleware(stamp).get('/a', () => ({})));
    await http(served).get('/a').assertOk().assertHeader('X-Path', '/a');
  });
});

test('with koa(), the same plugin runs around every route', async () => {
  const served = await boot([koa(), native], (route) => route.get('/', () => ({})));
  await http(served).get('/').assertOk().assertHeader('X-Native', 'yes');
});
