import { describe, expect, test } from '@jest/globals';
import { defineMiddleware, type Middleware } from '@taproot/core';
import { fastify } from '@taproot/fastify';
import { type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

const audit = defineMiddleware('audit', async (ctx, next) => {
  const response = await next();
  return response.appendHeader('X-Audit', ctx.request().method());
});
const shut = defineMiddleware('shut', (ctx) => ctx.response().string(503, 'shut'));

const applicationOf = (register: (route: RootRouter) => unknown, driver = 'koa') =>
  testApplication({
    env: { HTTP_DRIVER: driver },
    plugins: [routing(), fastify()],
    register: ({ facades }) => register(facades.Route()),
  });

describe('defineMiddleware()', () => {
  test.each(['koa', 'fastify'])('makes a middleware around handlers (%s)', async (driver) => {
    await using app = await applicationOf((route) => {
      route.middleware(audit).get('/a', () => ({ a: 1 }));
      route.get('/b', () => ({ b: 1 })).middleware(audit, shut);
      route.get('/c', () => ({ c: 1 }));
    }, driver);
    await http(app).get('/a').assertOk().assertHeader('X-Audit', 'GET').assertJson({ a: 1 });
    expect(await http(app).get('/b')).toMatchObject({ status: 503, text: 'shut' });
    await http(app).get('/c').assertOk().assertHeaderMissing('X-Audit');
  });

  test('has the name as its signature, by which listings show and routes exclude it', async () => {
    expect(audit.signature()).toBe('audit');
    await using app = await applicationOf((route) =>
      route.middleware(audit).group((inside) => {
        inside.get('/a', () => ({ a: 1 }));
        inside.get('/b', () => ({ b: 1 })).withoutMiddleware(audit);
      }),
    );
    const listed = app.facades.Route().getRoutes();
    expect(listed.map(({ middleware }) => middleware)).toEqual([['audit'], []]);
    await http(app).get('/b').assertOk().assertHeaderMissing('X-Audit');
  });

  test('is refused twice under one name', async () => {
    const twin = defineMiddleware('audit', (_ctx, next) => next());
    await expect(
      applicationOf((route) =>
        route
          .middleware(audit)
          .get('/', () => ({}))
          .middleware(twin),
      ),
    ).rejects.toMatchObject({ code: 'E_MIDDLEWARE_SIGNATURE' });
  });

  test('is what E_MIDDLEWARE_INVALID says to write for a plain function', async () => {
    const step = ((_ctx: unknown, next: () => unknown) => next()) as unknown as Middleware;
    await expect(applicationOf((route) => route.middleware(step).get('/', () => ({})))).rejects.toMatchObject({
      code: 'E_MIDDLEWARE_INVALID',
      fix: expect.stringContaining('defineMiddleware('),
    });
  });
});
