import { type Context, ForbiddenError, type Middleware, type Next } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

const everywhere: Middleware = {
  signature: () => 'everywhere',
  handle: async (_ctx: Context, next: Next) => (await next()).setHeader('X-Everywhere', 'yes'),
};

/** The surroundings of routes: global middleware, hooks, fallback, resources, names, proxies, whole route tables. */
export const application = (suite: Suite): void => {
  test('global middleware runs around routes, misses, refusals and errors, and can be excluded', async () => {
    const { url, raw } = await suite.open(
      (route) => {
        route.get('/', (ctx) => ctx.response().string(200, 'ok'));
        route.get('/throw', () => Promise.reject(new ForbiddenError()));
        route.get('/without', (ctx) => ctx.response().string(200, 'ok')).withoutMiddleware(everywhere);
      },
      { apply: (app) => void app.facades.Http().globalMiddleware.append(everywhere) },
    );
    const seen = async (path: string, method = 'GET') => {
      const { status, headers } = await fetch(url + path, { method });
      return [status, headers.get('x-everywhere')];
    };
    expect(await seen('/')).toEqual([200, 'yes']);
    expect(await seen('/none')).toEqual([404, 'yes']);
    expect(await seen('/', 'PUT')).toEqual([405, 'yes']);
    expect(await seen('/', 'OPTIONS')).toEqual([204, 'yes']);
    expect(await seen('/throw')).toEqual([403, 'yes']);
    expect(await seen('/without')).toEqual([200, null]);
    expect(await raw('GET /%FF HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('X-Everywhere: yes');
  });

  test('hooks answer before, change after, and take over errors', async () => {
    const { url } = await suite.open(
      (route) => {
        route.get('/', (ctx) => ctx.response().string(200, 'handler'));
        route.get('/throw', () => Promise.reject(new Error('late')));
      },
      {
        apply: (app) => {
          const { hooks } = app.facades.Http();
          hooks.request.tap('test', (ctx) =>
            ctx.request().query('early') === '' ? undefined : ctx.response().string(202, 'early'),
          );
          hooks.response.tap('test', (response) => response.setHeader('X-After', 'yes'));
          hooks.error.tap('test', (_error, ctx) => ctx.response().string(418, 'taken over'));
        },
      },
    );
    const answer = async (path: string) => {
      const response = await fetch(url + path);
      return [response.status, response.headers.get('x-after'), await response.text()];
    };
    expect(await answer('/')).toEqual([200, 'yes', 'handler']);
    expect(await answer('/?early=1')).toEqual([202, 'yes', 'early']);
    expect(await answer('/throw')).toEqual([418, 'yes', 'taken over']);
    expect(suite.reported).toEqual([]);
  });

  test('a resource has its actions, names and methods', async () => {
    const action = (name: string) => (ctx: Context) =>
      ctx.response().string(200, `${name} ${ctx.request().name()} ${ctx.request().route('id')}`);
    const actions = {
      index: action('index'),
      show: action('show'),
      store: action('store'),
      update: action('update'),
      destroy: action('destroy'),
    };
    const { url } = await suite.open((route) => void route.prefix('/v1').resource('/posts', actions).except('destroy'));
    const text = async (method: string, path: string) => (await fetch(`${url}/v1/posts${path}`, { method })).text();
    expect(await text('GET', '')).toBe('index posts.index ');
    expect(await text('POST', '')).toBe('store posts.store ');
    for (const method of ['PUT', 'PATCH']) expect(await text(method, '/7')).toBe('update posts.update 7');
    const refused = await fetch(`${url}/v1/posts/7`, { method: 'DELETE' });
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, PATCH']);
  });

  test('the client address is that of the peer, and of the client only behind trusted proxies', async () => {
    const routes = (route: RootRouter): void => {
      route.get('/', (ctx) =>
        ctx.response().json(200, [ctx.request().ip(), ctx.request().scheme(), ctx.request().host()]),
      );
    };
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https', 'x-forwarded-host': 'a.test' };
    const plain = await suite.open(routes);
    expect(await (await fetch(plain.url, { headers })).json()).toEqual([
      '127.0.0.1',
      'http',
      `127.0.0.1:${plain.port}`,
    ]);
    const behind = await suite.open(routes, { config: { http: { trusted_proxies: ['127.0.0.1'] } } });
    expect(await (await fetch(behind.url, { headers })).json()).toEqual(['203.0.113.7', 'https', 'a.test']);
  });

  test('RT-15 the most specific route of the method answers, in either order of registration', async () => {
    const patterns = [
      '/{path*}',
      '/u/{name}',
      '/u/{id:[0-9]+}',
      '/u/{file}.{type}',
      '/u/me',
      '/u/{id:[0-9]+}/edit',
      '/u/{name}/{tail*}',
      '/opt/{a?}/{b?}',
      '/c++/(x):y',
    ];
    const expected = {
      '/x/y': '/{path*}',
      '/u/ada': '/u/{name}',
      '/u/7': '/u/{id:[0-9]+}',
      '/u/a.txt': '/u/{file}.{type}',
      '/u/me': '/u/me',
      '/u/7/edit': '/u/{id:[0-9]+}/edit',
      '/u/x/edit': '/u/{name}/{tail*}',
      '/opt': '/opt/{a?}/{b?}',
      '/opt/1/2': '/opt/{a?}/{b?}',
      '/opt/1/2/3': '/{path*}',
      '/c++/(x):y': '/c++/(x):y',
      '/u/me%2Fx': '/u/{name}',
      '/u/caf%C3%A9': '/u/{name}',
    };
    for (const order of [patterns, patterns.toReversed()]) {
      const { url } = await suite.open((route) => {
        for (const pattern of order)
          route.get(pattern, (ctx) => ctx.response().string(200, ctx.request().originPath()));
        route.delete('/u/{x}', (ctx) => ctx.response().string(200, 'deleted'));
      });
      for (const [path, pattern] of Object.entries(expected))
        expect([path, await (await fetch(url + path)).text()]).toEqual([path, pattern]);
      expect(await (await fetch(`${url}/u/me`, { method: 'DELETE' })).text()).toBe('deleted');
      expect((await fetch(`${url}/u/me`, { method: 'PATCH' })).headers.get('allow')).toBe('GET, HEAD, DELETE');
      expect((await fetch(url)).status).toBe(404);
    }
  });

  test('an OPTIONS route of its own answers instead of the list of methods', async () => {
    const { url } = await suite.open((route) => {
      route.get('/', (ctx) => ctx.response().string(200, 'ok'));
      route.options('/', (ctx) => ctx.response().header('X-Own', 'yes').noContent());
    });
    expect((await fetch(url, { method: 'OPTIONS' })).headers.get('x-own')).toBe('yes');
    expect((await fetch(url, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
  });
};
