import { describe, expect, test } from '@jest/globals';
import { type Application, setup } from '@taproot/core';
import { type AnyPlugin, definePlugin, type HttpDriver } from '@taproot/core/plugin';
import { fastify } from '@taproot/fastify';
import { koa } from '@taproot/koa';
import { routing } from '@taproot/routing';
import { RouteSearch } from '@taproot/routing/driver';
import { http, testApplication } from '@taproot/testing';
import type { HookMap, SyncHook } from 'tapable';
import { bootRoutes, serve } from '../support/serve.ts';

const boot = (driver: string, apply: (app: Application) => void): Promise<Application> =>
  bootRoutes((route) => route.get('/', (ctx) => ctx.response().noContent()), { driver, apply });

const hooksOf = (app: Application) => app.facades.Http().hooks;

describe('plugins.md 8: taps that would never run or blame another', () => {
  test('a tap of a driver that does not exist is refused, with the name that was meant', async () => {
    const booting = boot('koa', (app) => {
      // Names are checked by the compiler, where there is one.
      const driver = hooksOf(app).driver as unknown as HookMap<SyncHook<[]>>;
      driver.for('kao').tap('typo', () => undefined);
    });
    await expect(booting).rejects.toMatchObject({
      code: 'E_DRIVER_TAP_UNKNOWN',
      message: expect.stringMatching(/^The plugin "typo" taps http\.driver\.for\('kao'\).*"koa"/),
    });
  });

  test.each([
    ['koa', 'fastify'],
    ['fastify', 'koa'],
  ] as const)('under %s, a plugin that taps the driver %s alone is refused', async (running, idle) => {
    const booting = boot(running, (app) =>
      hooksOf(app)
        .driver.for(idle)
        .tap('idle', () => undefined),
    );
    await expect(booting).rejects.toMatchObject({
      code: 'E_DRIVER_TAP_IDLE',
      message: `The plugin "idle" taps only http.driver.for('${idle}'), but this application runs on the driver ${running}.`,
    });
  });

  test.each(['koa', 'fastify'])('a plugin that taps both runs on %s', async (driver) => {
    const called: string[] = [];
    const app = await boot(driver, (application) => {
      hooksOf(application)
        .driver.for('koa')
        .tap('both', () => void called.push('koa'));
      hooksOf(application)
        .driver.for('fastify')
        .tap('both', () => void called.push('fastify'));
    });
    await app.open();
    await app.close();
    expect(called).toEqual([driver]);
  });

  test.each(['server', 'listening'] as const)('a tap of http.%s that throws is blamed by its name', async (hook) => {
    const app = await boot('koa', (application) => {
      hooksOf(application)[hook].tap('broken', () => {
        throw new Error('no room');
      });
    });
    await expect(app.open()).rejects.toMatchObject({
      code: 'E_PLUGIN_FAILED',
      message: expect.stringMatching(
        `"broken" failed in http\\.${hook} at tests/drivers/choice\\.test\\.ts:\\d+: no room`,
      ),
    });
    expect(app.facades.Http().address).toBeNull();
  });
});

describe('http.driver', () => {
  const bootWith = (plugins: readonly AnyPlugin[], http: object): Promise<Application> =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins(plugins)
      .withConfig({ http: { port: 0, ...http } })
      .create();

  test.each([
    [
      'fastify',
      'http.driver (HTTP_DRIVER) names the driver "fastify", which no plugin of this application provides.',
      'Run npm install @taproot/fastify and add fastify() to withPlugins() (bootstrap/plugins.ts), or use one of: koa.',
    ],
    ['fastfy', expect.stringContaining('Did you mean "fastify"?'), expect.stringContaining('@taproot/fastify')],
    ['kao', expect.stringContaining('Did you mean "koa"?'), 'Use one of: koa.'],
    ['uws', expect.stringMatching(/provides\.$/), 'Use one of: koa.'],
  ])('that names %s without its plugin stops the boot', async (driver, message, fix) => {
    await expect(bootWith([routing()], { driver })).rejects.toMatchObject({ code: 'E_DRIVER_UNKNOWN', message, fix });
  });

  test('selects a driver that any plugin provides, and loads no other', async () => {
    const made: string[] = [];
    const own = (app: Application): HttpDriver => {
      made.push(app.config.http.driver);
      return { name: 'own', finder: (routes) => new RouteSearch(routes) };
    };
    const plugin = definePlugin({ name: 'own', requires: ['routing'], drivers: { own } });
    const app = await bootWith([routing(), plugin], { driver: 'own' });
    expect(made).toEqual([]);
    await http(app).get('/nothing').assertNotFound();
    expect(made).toEqual(['own']);
    await app.close();
  });

  // Each driver searches routes alike, so that tests of what no pipeline changes run on one of them.
  test('selects no pipeline: without a tap, the listener of koa and that of fastify are the same', async () => {
    const made: unknown[] = [];
    const own = (app: Application): HttpDriver => ({
      name: 'own',
      finder: (routes) => new RouteSearch(routes),
      async listener(site) {
        for (const make of [routing().drivers?.['koa'], fastify().drivers?.['fastify']]) {
          const driver = await make?.(app);
          made.push([driver?.finder([]).constructor.name, await driver?.listener?.(site)]);
        }
        return null;
      },
    });
    const plugin = definePlugin({ name: 'own', requires: ['routing'], drivers: { own } });
    const app = await bootWith([routing(), koa(), fastify(), plugin], { driver: 'own' });
    await http(app).get('/nothing').assertNotFound();
    expect(made).toEqual([
      ['RouteSearch', null],
      ['RouteSearch', null],
    ]);
    await app.close();
  });

  test('is provided by one plugin: two drivers of one name stop the boot', async () => {
    const plugin = definePlugin({ name: 'second', drivers: { koa: () => Promise.reject(new Error('never called')) } });
    await expect(bootWith([routing(), plugin], {})).rejects.toMatchObject({
      code: 'E_DRIVER_DUPLICATE',
      message: 'The HTTP driver "koa" is provided by both "routing" and "second".',
    });
  });
});

describe('withKoa() and withFastify()', () => {
  const bootBoth = (
    driver: string,
    steps: (builder: ReturnType<typeof builderOf>) => { create(): Promise<Application> },
  ) => steps(builderOf(driver)).create();
  const builderOf = (driver: string) =>
    setup(null, { env: { APP_ENV: 'testing' } })
      .withPlugins([routing(), koa(), fastify()])
      .withConfig({ http: { driver, port: 0 } })
      .withRouting((route) => {
        route.get('/', (ctx) => ctx.response().string(200, 'hello'));
      });

  test.each(['koa', 'fastify'])('give the instance of %s what runs around every request', async (driver) => {
    const app = await bootBoth(driver, (builder) =>
      builder
        .withKoa(async (koa) => {
          await Promise.resolve();
          koa.use(async (ctx, next) => {
            await next();
            ctx.set('X-Native', 'koa');
          });
        })
        .withFastify(async (instance) => {
          await instance.register(async (scope) => {
            scope.addHook('onSend', async (_request, reply) => void reply.header('X-Scoped', 'no'));
          });
          instance.addHook('onSend', async (_request, reply) => void reply.header('X-Native', 'fastify'));
        }),
    );
    const response = await http(app).get('/').assertOk().assertSee('hello').assertHeader('X-Native', driver);
    response.assertHeaderMissing('X-Scoped');
    await app.close();
  });

  test.each(['koa', 'fastify'] as const)('without the step of %s, which runs, the boot stops', async (driver) => {
    const booting = bootBoth(driver, (builder) =>
      driver === 'koa' ? builder.withFastify(() => undefined) : builder.withKoa(() => undefined),
    );
    await expect(booting).rejects.toMatchObject({
      code: 'E_DRIVER_TAP_IDLE',
      message: expect.stringMatching(/^The application taps only http\.driver\.for\('\w+'\)/),
    });
  });

  test.each(['koa', 'fastify'])('that fail on %s stop the server, and the error names the line', async (driver) => {
    const fail = async (): Promise<never> => {
      await Promise.resolve();
      throw new Error('no helmet');
    };
    const app = await bootBoth(driver, (builder) => builder.withKoa(fail).withFastify(fail));
    await expect(app.open()).rejects.toMatchObject({
      code: 'E_PLUGIN_FAILED',
      message: expect.stringMatching(
        `http\\.driver\\.for\\('${driver}'\\) at tests/drivers/choice\\.test\\.ts:\\d+: no helmet`,
      ),
    });
  });

  test('want a function', async () => {
    const wrong = { use: () => undefined } as unknown as () => void;
    await expect(bootBoth('koa', (builder) => builder.withKoa(wrong))).rejects.toMatchObject({
      code: 'E_STEP_ARGUMENT',
    });
  });
});

describe('native Koa middleware', () => {
  test('runs around the routes and sees and changes their responses', async () => {
    const seen: unknown[] = [];
    const served = await serve(
      (route) => {
        route.get('/json', (ctx) => ctx.response().header('X-Own', 'yes').json(201, { a: 1 }));
        route.get('/empty', (ctx) => ctx.response().noContent());
        route.get('/throw', () => {
          throw new Error('secret');
        });
      },
      {
        apply: (app) => {
          app.hooks.report.tap('test', () => undefined);
          app.facades
            .Http()
            .hooks.driver.for('koa')
            .tap('test', (instance) => {
              instance.use(async (ctx, next) => {
                await next();
                seen.push(ctx.status);
                ctx.set('X-Native', 'yes');
              });
            });
        },
      },
    );
    const json = await fetch(`${served.url}/json`);
    expect([json.status, json.headers.get('x-own'), json.headers.get('x-native'), await json.text()]).toEqual([
      201,
      'yes',
      'yes',
      '{"a":1}',
    ]);
    expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const head = await fetch(`${served.url}/json`, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length')]).toEqual([201, '7']);
    expect((await fetch(`${served.url}/empty`)).status).toBe(204);
    expect((await fetch(`${served.url}/throw`)).status).toBe(500);
    expect((await fetch(`${served.url}/unknown`)).status).toBe(404);
    expect(seen).toEqual([201, 201, 204, 500, 404]);
    await served.close();
  });
});

test('SN-07 a driver whose find() throws answers 500 under its name, and the process goes on', async () => {
  const reported: unknown[] = [];
  const broken: HttpDriver = {
    name: 'broken',
    finder: () => ({
      find: () => {
        throw new TypeError('the table is gone');
      },
    }),
  };
  const app = await testApplication({
    plugins: [
      routing(),
      definePlugin({
        name: 'broken',
        requires: ['routing'],
        drivers: { broken: async () => broken },
        apply: ({ hooks }) => hooks.report.tap('test', (error) => void reported.push(error)),
      }),
    ],
    config: { http: { driver: 'broken' } },
  });
  await http(app).get('/').assertStatus(500);
  expect(reported).toEqual([
    expect.objectContaining({
      code: 'E_DRIVER_FIND',
      message: 'find() of the driver "broken" failed.',
      cause: expect.objectContaining({ message: 'the table is gone' }),
    }),
  ]);
  await app.close();
});

test('SN-06 an error of native middleware that is meant for the client is no fault', async () => {
  const reported: unknown[] = [];
  const served = await serve((route) => route.get('/', () => ({})), {
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      hooksOf(app)
        .driver.for('koa')
        .tap('guard', (koa) => {
          koa.use((ctx) => ctx.throw(ctx.path === '/broken' ? 500 : 401, 'no'));
        });
    },
  });
  expect((await fetch(served.url)).status).toBe(401);
  expect(reported).toEqual([]);
  expect((await fetch(`${served.url}/broken`)).status).toBe(500);
  expect(reported).toEqual([expect.objectContaining({ message: 'no' })]);
  await served.close();
});
