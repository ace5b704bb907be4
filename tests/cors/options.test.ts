import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Middleware } from '@taproot/core';
import { drivers } from '../support/drivers.ts';
import { bootCors, CorsServer, type CorsServerOptions, codeOf, corsOf } from './support.ts';

const mine = 'https://mine.test';
const other = 'https://other.test';

let charged = 0;
const counted: Middleware = {
  signature: () => 'counted',
  handle(_ctx, next) {
    charged++;
    return next();
  },
};

describe.each(drivers)('middleware.cors() on the %s driver', (driver) => {
  let server: CorsServer;
  beforeAll(async () => {
    server = await CorsServer.open(
      (route, middleware) => {
        const ok = (ctx: Parameters<Middleware['handle']>[0]) => ctx.response().string(200, ctx.request().method());
        route.get('/shared', ok);
        route.put('/shared', ok).middleware(middleware.cors({ allowed_origins: [mine] }));
        route.delete('/shared', ok).withoutMiddleware(middleware.cors());
        route.middleware(middleware.cors({ allowed_origins: [mine], max_age: '5s' })).group((group) => {
          group.put('/group', ok);
          group.put('/group/inner', ok).middleware(middleware.cors({ allowed_methods: ['PUT'] }));
          group.put('/group/closed', ok).withoutMiddleware(middleware.cors());
        });
        route.put('/users/{id}', ok).middleware(middleware.cors({ allowed_origins: [mine] }));
        route.put('/users/me', ok);
        route.any('/any', ok).middleware(middleware.cors({ allowed_origins: [mine] }));
        route.any('/all/{path*}', ok).middleware(counted);
        route.put('/all/own', ok).middleware(middleware.cors({ allowed_origins: [mine] }));
        route.put('/all/closed', ok).withoutMiddleware(middleware.cors());
        route.static('/assets', import.meta.dirname).middleware(middleware.cors({ allowed_origins: [mine] }));
        route.put('/limited', ok).middleware(counted, middleware.cors({ allowed_origins: [mine] }));
      },
      { driver, cors: { exposed_headers: ['X-Base'] } },
    );
  });
  afterAll(() => server.close());

  const preflight = async (path: string, method: string, origin: string) =>
    (await server.preflight(origin, path, method)).headers.get('access-control-allow-origin');
  const actual = async (path: string, method: string, origin: string) =>
    (await server.send(origin, path, { method })).headers.get('access-control-allow-origin');

  test.each([
    ['/shared', 'GET', mine, '*'],
    ['/shared', 'GET', other, '*'],
    ['/shared', 'PUT', mine, mine],
    ['/shared', 'PUT', other, null],
    ['/shared', 'DELETE', mine, null],
    ['/group', 'PUT', mine, mine],
    ['/group', 'PUT', other, null],
    ['/group/inner', 'PUT', other, '*'],
    ['/group/closed', 'PUT', mine, null],
    ['/users/7', 'PUT', mine, mine],
    ['/users/7', 'PUT', other, null],
    ['/users/7?x=1', 'PUT', mine, mine],
    ['/users/me', 'PUT', other, '*'],
    ['/any', 'PATCH', mine, mine],
    ['/any', 'PATCH', other, null],
    ['/assets/support.ts', 'GET', mine, mine],
    ['/assets/support.ts', 'GET', other, null],
    ['/all/x', 'PUT', other, '*'],
    ['/all/own', 'PUT', mine, mine],
    ['/all/own', 'PUT', other, null],
    ['/all/own', 'POST', other, '*'],
    ['/all/closed', 'PUT', mine, null],
  ])('%s answers %s of %s with %j, and so its preflight', async (path, method, origin, expected) => {
    expect([await preflight(path, method, origin), await actual(path, method, origin)]).toEqual([expected, expected]);
  });

  test('what a route leaves out is as configured, and as the nearest one says', async () => {
    expect(corsOf(await server.send(mine, '/group', { method: 'PUT' }))).toEqual({
      'allow-origin': mine,
      'expose-headers': 'X-Base',
      vary: 'Origin',
    });
    const inner = await server.preflight(mine, '/group/inner');
    expect([inner.headers.get('access-control-max-age'), inner.headers.get('access-control-allow-methods')]).toEqual([
      null,
      'PUT',
    ]);
  });

  test('without CORS a preflight is OPTIONS like any other', async () => {
    const plain = await server.preflight(mine, '/shared', 'DELETE');
    expect([plain.status, plain.headers.get('allow'), corsOf(plain)]).toEqual([204, 'GET, HEAD, PUT, DELETE', {}]);
    const before = charged;
    const routed = await server.preflight(mine, '/all/closed', 'PUT');
    expect([await routed.text(), corsOf(routed), charged - before]).toEqual(['OPTIONS', {}, 1]);
  });

  test('a preflight reaches no middleware of the route, wherever CORS was named', async () => {
    const before = charged;
    expect(await preflight('/limited', 'PUT', mine)).toBe(mine);
    expect(await preflight('/limited', 'PUT', other)).toBeNull();
    expect(charged).toBe(before);
  });

  test('it holds on a route although paths turn CORS off elsewhere', async () => {
    const quiet = await CorsServer.open(
      (route, middleware) => {
        route.put('/on', (ctx) => ctx.response().noContent()).middleware(middleware.cors());
        route.put('/off', (ctx) => ctx.response().noContent());
      },
      { driver, cors: { paths: [] } },
    );
    for (const reply of [await quiet.preflight(mine, '/on'), await quiet.send(mine, '/on', { method: 'PUT' })])
      expect(reply.headers.get('access-control-allow-origin')).toBe('*');
    for (const reply of [await quiet.preflight(mine, '/off'), await quiet.send(mine, '/off', { method: 'PUT' })])
      expect(corsOf(reply)).toEqual({});
    await quiet.close();
  });

  test('once the global one is removed it is told at boot, because no preflight would reach it', async () => {
    const boot = bootCors(
      (route, middleware, app) => {
        app.facades.Http().globalMiddleware.remove('cors');
        route.put('/on', (ctx) => ctx.response().noContent()).middleware(middleware.cors());
      },
      { driver },
    );
    expect(await codeOf(boot)).toBe('E_CORS_NOT_GLOBAL');
  });
});

test('a mistake in the options of a route is told at boot', async () => {
  const boot = bootCors((route, middleware) => {
    route.middleware(middleware.cors({ supports_credentials: true })).get('/', () => undefined);
  });
  expect(await codeOf(boot)).toBe('E_CORS_CREDENTIALS');
});

const boot = async (cors: unknown): Promise<unknown> => {
  // As a JavaScript author may write it.
  const options = { cors } as CorsServerOptions;
  return codeOf(bootCors(() => undefined, options));
};

describe('config/cors.ts is checked at boot', () => {
  test.each([
    [{ allowed_origins: ['example.com'] }, 'E_CORS_ORIGIN'],
    [{ allowed_origins: ['*'], supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ allowed_origins: ['https://a.test'], exposed_headers: ['*'], supports_credentials: true }, 'E_CORS_CREDENTIALS'],
    [{ allowed_methods: ['GET, POST'] }, 'E_CORS_NAME'],
    [{ allowed_headers: ['X-Token:'] }, 'E_CORS_NAME'],
    [{ exposed_headers: ['X-One\r\nX-Evil: 1'] }, 'E_CORS_NAME'],
    [{ exposed_headers: [7] }, 'E_CORS_NAME'],
    [{ max_age: 1.5 }, 'E_CORS_MAX_AGE'],
    [{ max_age: -5 }, 'E_CORS_MAX_AGE'],
    [{ max_age: Number.POSITIVE_INFINITY }, 'E_CORS_MAX_AGE'],
    [{ max_age: '500ms' }, 'E_CORS_MAX_AGE'],
    [{ max_age: Number.NaN }, 'E_CONFIG_TYPE'],
    [{ paths: ['api/{id}'] }, 'E_CORS_PATH'],
    [{ paths: ['api*'] }, 'E_CORS_PATH'],
    [{ paths: ['*/api'] }, 'E_CORS_PATH'],
    [{ paths: ['https://a.test/api'] }, 'E_CORS_PATH'],
    [{ paths: [7] }, 'E_CORS_PATH'],
    [{ paths: '*' }, 'E_CONFIG_TYPE'],
    [{ allowed_origins: 'https://a.test' }, 'E_CONFIG_TYPE'],
    [{ allowed_origin: ['*'] }, 'E_CONFIG_UNKNOWN_KEY'],
    [{ paths: [], allowed_origins: [], allowed_methods: [], allowed_headers: [] }, 'no error'],
    [{ allowed_origins: ['https://a.test', /x/, () => true], supports_credentials: true }, 'no error'],
  ])('%j: %s', async (config, code) => {
    expect(await boot(config)).toBe(code);
  });
});
