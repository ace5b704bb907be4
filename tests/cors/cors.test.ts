import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import koaCors from '@koa/cors';
import { HttpError, type Middleware } from '@taproot/core';
import type { CorsConfig } from '@taproot/cors';
import Koa from 'koa';
import { drivers } from '../support/drivers.ts';
import { CorsServer, corsOf } from './support.ts';

const page = 'https://app.example.com';
const stranger = 'https://evil.test';
const preflightVary = 'Access-Control-Request-Method, Access-Control-Request-Headers';

const closed: Middleware = { signature: () => 'closed', handle: (ctx) => ctx.response().string(401, 'closed') };

describe.each(drivers)('CORS on the %s driver', (driver) => {
  describe('without configuration', () => {
    let server: CorsServer;
    beforeAll(async () => {
      server = await CorsServer.open(
        (route) => {
          route.get('/', (ctx) => ctx.response().string(200, 'home'));
          route.put('/', (ctx) => ctx.response().noContent());
        },
        { driver },
      );
    });
    afterAll(() => server.close());

    test('every origin may read, without credentials, and the reply is the same for all of them', async () => {
      const reply = await server.send(page);
      expect([reply.status, await reply.text(), corsOf(reply)]).toEqual([200, 'home', { 'allow-origin': '*' }]);
      expect(corsOf(await server.send(''))).toEqual({ 'allow-origin': '*' });
    });

    test('a preflight allows the usual methods and the headers that are asked for', async () => {
      const reply = await server.preflight(page, '/', 'PUT', {
        'access-control-request-headers': 'authorization,x-token',
      });
      expect([reply.status, await reply.text()]).toEqual([204, '']);
      expect(corsOf(reply)).toEqual({
        'allow-origin': '*',
        'allow-methods': 'GET,HEAD,POST,PUT,PATCH,DELETE',
        'allow-headers': 'authorization,x-token',
        vary: `Origin, ${preflightVary}`,
      });
    });

    test('OPTIONS that asks for no method is answered by its route', async () => {
      const reply = await server.send(page, '/', { method: 'OPTIONS' });
      expect([reply.status, reply.headers.get('allow')]).toEqual([204, 'GET, HEAD, PUT']);
      expect(corsOf(reply)).toEqual({ 'allow-origin': '*' });
    });

    test('OPTIONS without an origin is no preflight', async () => {
      const reply = await server.preflight('');
      expect([reply.headers.get('allow'), corsOf(reply)]).toEqual(['GET, HEAD, PUT', { 'allow-origin': '*' }]);
    });
  });

  describe('with origins and credentials', () => {
    let server: CorsServer;
    beforeAll(async () => {
      server = await CorsServer.open(
        (route) => {
          route.get('/', (ctx) => ctx.response().header('Vary', 'Accept').string(200, 'home'));
          route.get('/own', (ctx) =>
            ctx.response().header('Access-Control-Expose-Headers', 'X-Own').string(200, 'own'),
          );
          route.get('/fails', () => Promise.reject(new Error('fails')));
          route.get('/teapot', () => Promise.reject(new HttpError(418)));
          route.get('/waits', (ctx) => {
            const signal = ctx.request().signal();
            return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
          });
          route.middleware(closed).put('/closed', (ctx) => ctx.response().noContent());
        },
        {
          driver,
          http: { request_timeout: 1 },
          cors: {
            allowed_origins: [page, 'https://*.example.org'],
            allowed_methods: ['get', 'PUT'],
            allowed_headers: ['X-Token', 'Content-Type'],
            exposed_headers: ['X-Total', 'X-Page'],
            max_age: 600,
            supports_credentials: true,
          },
        },
      );
    });
    afterAll(() => server.close());

    const allowed = {
      'allow-origin': page,
      'allow-credentials': 'true',
      'expose-headers': 'X-Total,X-Page',
      vary: 'Origin',
    };

    test('an allowed origin reads what is exposed', async () => {
      expect(corsOf(await server.send(page))).toEqual({ ...allowed, vary: 'Accept, Origin' });
      expect(corsOf(await server.send('https://a.b.example.org'))).toMatchObject({
        'allow-origin': 'https://a.b.example.org',
      });
    });

    test('its preflight names what is allowed, whatever was asked', async () => {
      const reply = await server.preflight(page, '/closed', 'DELETE', { 'access-control-request-headers': 'x-other' });
      expect([reply.status, corsOf(reply)]).toEqual([
        204,
        {
          'allow-origin': page,
          'allow-credentials': 'true',
          'allow-methods': 'GET,PUT',
          'allow-headers': 'X-Token,Content-Type',
          'max-age': '600',
          vary: `Origin, ${preflightVary}`,
        },
      ]);
    });

    test('OPTIONS that is no preflight is read as any other reply', async () => {
      const reply = await server.send(page, '/', { method: 'OPTIONS' });
      expect([reply.headers.get('allow'), corsOf(reply)]).toEqual(['GET, HEAD', allowed]);
    });

    test('a refused origin is answered, but not allowed to read', async () => {
      const reply = await server.send(stranger);
      expect([reply.status, corsOf(reply)]).toEqual([200, { vary: 'Accept, Origin' }]);
      const preflight = await server.preflight(stranger, '/closed');
      expect([preflight.status, corsOf(preflight)]).toEqual([204, { vary: `Origin, ${preflightVary}` }]);
    });

    test('a handler may expose headers of its own', async () => {
      expect(corsOf(await server.send(page, '/own'))).toEqual({ ...allowed, 'expose-headers': 'X-Own' });
    });

    test.each([
      ['/fails', 500],
      ['/teapot', 418],
      ['/unknown', 404],
      ['/%ff', 400],
    ])('the error reply of %s has the headers', async (path, status) => {
      const reply = await server.send(page, path);
      expect([reply.status, corsOf(reply)]).toEqual([status, { ...allowed, vary: 'Origin, Accept' }]);
    });

    test('so has what a middleware refused, and a wrong method', async () => {
      const refused = await server.send(page, '/closed', { method: 'PUT' });
      expect([refused.status, corsOf(refused)]).toEqual([401, allowed]);
      const wrong = await server.send(page, '/closed', { method: 'DELETE' });
      expect([wrong.status, corsOf(wrong)]).toEqual([405, { ...allowed, vary: 'Origin, Accept' }]);
    });

    test('so has the reply to a request that took too long', async () => {
      const reply = await server.send(page, '/waits');
      expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([503, page]);
    });
  });

  test('it stands around the global middleware of plugins and of the author', async () => {
    const server = await CorsServer.open(
      (_route, _middleware, app) =>
        void app.facades.Http().globalMiddleware.append({ ...closed, signature: () => 'b' }),
      {
        driver,
        apply: (app) =>
          void app.facades.Http().globalMiddleware.append({
            signature: () => 'a',
            handle: (ctx) => ctx.response().string(429, 'slow down'),
          }),
      },
    );
    expect((await server.preflight(page)).status).toBe(204);
    const reply = await server.send(page);
    expect([reply.status, corsOf(reply)]).toEqual([429, { 'allow-origin': '*' }]);
    await server.close();
  });

  test('max_age below 0 forbids keeping the answer, private networks are opened on demand', async () => {
    const server = await CorsServer.open(() => undefined, {
      driver,
      cors: { max_age: -1, allow_private_network: true },
    });
    const asks = { 'access-control-request-private-network': 'true' };
    expect(corsOf(await server.preflight(page, '/', 'GET', asks))).toMatchObject({
      'max-age': '0',
      'allow-private-network': 'true',
      vary: `Origin, ${preflightVary}, Access-Control-Request-Private-Network`,
    });
    expect(corsOf(await server.preflight(page))).toMatchObject({
      vary: `Origin, ${preflightVary}, Access-Control-Request-Private-Network`,
    });
    await server.close();
  });

  test('an empty list of headers allows none, however they are asked for', async () => {
    const server = await CorsServer.open(() => undefined, {
      driver,
      cors: { allowed_headers: [], allowed_methods: [] },
    });
    const reply = await server.preflight(page, '/', 'PUT', { 'access-control-request-headers': 'x-token' });
    expect(corsOf(reply)).toEqual({ 'allow-origin': '*', vary: `Origin, ${preflightVary}` });
    await server.close();
  });

  test('a function decides with the request at hand; what it throws lets nobody in', async () => {
    const server = await CorsServer.open(
      (route) => {
        route.get('/{tenant}', (ctx) => ctx.response().string(200, 'home'));
      },
      {
        driver,
        cors: {
          allowed_origins: [
            'https://listed.test',
            async (origin, ctx) => {
              if (ctx.request().path() === '/broken') throw new Error('no answer');
              return origin === `https://${ctx.request().path().slice(1)}.test`;
            },
          ],
        },
      },
    );
    expect(corsOf(await server.send('https://acme.test', '/acme'))).toMatchObject({
      'allow-origin': 'https://acme.test',
    });
    expect(corsOf(await server.send('https://acme.test', '/other'))).toEqual({ vary: 'Origin' });
    expect(corsOf(await server.send('https://listed.test', '/broken'))).toMatchObject({
      'allow-origin': 'https://listed.test',
    });
    const broken = await server.send('https://acme.test', '/broken');
    expect([broken.status, broken.headers.get('access-control-allow-origin')]).toEqual([500, null]);
    await server.close();
  });

  test('on paths that are not configured nothing is added', async () => {
    const server = await CorsServer.open((route) => void route.put('/web', (ctx) => ctx.response().noContent()), {
      driver,
      cors: { paths: ['api/*', '/login/'] },
    });
    expect(corsOf(await server.send(page, '/web'))).toEqual({ vary: 'Accept' });
    expect((await server.preflight(page, '/web')).headers.get('allow')).toBe('PUT');
    expect(corsOf(await server.send(page, '/api/x'))).toEqual({ 'allow-origin': '*', vary: 'Accept' });
    expect(corsOf(await server.send(page, '/login'))).toEqual({ 'allow-origin': '*', vary: 'Accept' });
    await server.close();
  });
});

describe('beside @koa/cors in an application of Koa', () => {
  const asks = { 'access-control-request-headers': 'x-token, x-other' };
  const network = { 'access-control-request-private-network': 'true' };

  test.each<
    [what: string, ours: Partial<CorsConfig>, theirs: koaCors.Options, headers: Readonly<Record<string, string>>]
  >([
    ['every origin', {}, { origin: () => '*' }, asks],
    ['one origin', { allowed_origins: [page] }, {}, asks],
    [
      'credentials',
      { allowed_origins: [page], supports_credentials: true, allowed_headers: ['X-Token'] },
      { credentials: true, allowHeaders: ['X-Token'] },
      asks,
    ],
    [
      'methods and an age',
      { allowed_origins: [page], allowed_methods: ['PUT'], max_age: 60 },
      { allowMethods: 'PUT', maxAge: 60 },
      {},
    ],
    [
      'a private network',
      { allowed_origins: [page], allow_private_network: true },
      { privateNetworkAccess: true },
      network,
    ],
  ])('a preflight has the same answer: %s', async (_what, ours, theirs, headers) => {
    const methods = ours.allowed_methods ?? ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
    const origin = (ctx: Koa.Context): string => ctx.get('origin');
    const koa = new Koa().use(koaCors({ origin, allowMethods: [...methods], ...theirs })).listen(0, '127.0.0.1');
    await once(koa, 'listening');
    const server = await CorsServer.open((route) => route.put('/', (ctx) => ctx.response().noContent()), {
      cors: ours,
    });
    try {
      const init = { method: 'OPTIONS', headers: { origin: page, 'access-control-request-method': 'PUT', ...headers } };
      const { port } = koa.address() as AddressInfo;
      const [expected, given] = await Promise.all([fetch(`http://127.0.0.1:${port}/`, init), fetch(server.url, init)]);
      // Ours adds the questions to Vary, so that a cache keeps answers to others apart.
      const told = (reply: Response) => ({
        status: reply.status,
        ...corsOf(reply),
        vary: reply.headers.get('vary')?.split(',')[0],
      });
      expect(told(given)).toEqual(told(expected));
    } finally {
      koa.close();
      await server.close();
    }
  });
});
