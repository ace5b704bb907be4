import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
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
      message: `The plugin "idle" taps http.driver.for('${idle}') alone, and this application runs on the driver ${running}.`,
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

const root = join(import.meta.dirname, '..', '..');

// In a process of its own, in which nothing finds Fastify.
const script = `
  import Module from 'node:module';
  const resolve = Module._resolveFilename;
  Module._resolveFilename = (request, ...rest) => {
    if (request === 'fastify') throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    return resolve(request, ...rest);
  };
  const { run, setup } = await import('@taproot/core');
  const { routing } = await import('@taproot/routing');
  await run(() => setup().withPlugins([routing()]).withConfig({ http: { default: 'fastify', port: 0 } }).create());
`;

test('a driver whose package is not installed is told with the line that installs it', () => {
  const options = ['--input-type=module', '--eval', script];
  const { status, stderr } = spawnSync(process.execPath, options, { cwd: join(root, 'tests'), encoding: 'utf8' });
  expect(stderr).toContain(
    'E_DRIVER_MISSING: http.default names the driver "fastify", whose package is not installed.',
  );
  expect(stderr).toContain('fix: Run `npm install fastify@5`');
  expect(status).toBe(1);
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
