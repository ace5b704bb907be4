import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { boot } from '../../app-skeleton/bootstrap/app.ts';
import { CorsServer } from '../cors/support.ts';
import { drivers } from '../support/drivers.ts';
import { browser } from './support.ts';

const inBrowser = typeof browser === 'string' ? describe.skip : describe;

/** An empty page of an origin of its own. */
const openPage = async (host: string): Promise<{ server: Server; page: Page; origin: string }> => {
  if (typeof browser === 'string') throw new Error(browser);
  const server = createServer((_req, res) =>
    res.setHeader('Content-Type', 'text/html').end('<!doctype html><title>Page</title>'),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://${host}:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  await page.goto(origin);
  return { server, page, origin };
};

interface Call {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly credentials?: 'include';
}

type Visitor = { readonly page: Page };

/** What a script of the page gets: status, body and the headers it may read; or that the browser kept it from it. */
const ask = ({ page }: Visitor, address: string, init: Call = {}) =>
  page.evaluate(
    async ([url, options]) => {
      try {
        const reply = await fetch(url, options);
        return { status: reply.status, body: await reply.text(), names: [...reply.headers.keys()] };
      } catch (error) {
        return String(error);
      }
    },
    [address, init] as const,
  );

inBrowser.each(drivers)('a page in Chromium, and an API on the %s driver', (driver) => {
  let friend: Awaited<ReturnType<typeof openPage>>;
  let stranger: Awaited<ReturnType<typeof openPage>>;
  let api: CorsServer;
  /** Requests that reached the API, as method and path. */
  const seen: string[] = [];

  beforeAll(async () => {
    friend = await openPage('127.0.0.1');
    stranger = await openPage('localhost');
    api = await CorsServer.open(
      (route, middleware) => {
        route.get('/simple', (ctx) => ctx.response().string(200, 'simple'));
        route.post('/form', (ctx) => ctx.response().string(200, `form ${ctx.request().input('name')}`));
        route.put('/items/{id}', (ctx) => {
          const token = ctx.request().bearerToken();
          return ctx.response().json(200, { id: ctx.request().route('id'), token, ...ctx.request().all() });
        });
        route.get('/login', (ctx) =>
          ctx.response().cookie({ name: 'session', value: 'ada', sameSite: 'lax' }).noContent(),
        );
        route.get('/me', (ctx) => ctx.response().string(200, ctx.request().cookie('session', 'nobody')));
        route.get('/total', (ctx) => ctx.response().header('X-Total', 7).header('X-Secret', 1).string(200, ''));
        route.get('/fails', () => Promise.reject(new Error('fails')));
        route
          .delete('/public', (ctx) => ctx.response().string(200, 'public'))
          .middleware(middleware.cors({ allowed_origins: ['*'], supports_credentials: false }));
        route.put('/closed', (ctx) => ctx.response().string(200, 'closed')).withoutMiddleware(middleware.cors());
      },
      {
        driver,
        cors: {
          allowed_origins: [friend.origin],
          supports_credentials: true,
          exposed_headers: ['X-Total'],
          max_age: -1,
        },
        apply: (app) =>
          app.facades.Http().hooks.request.tap('test', (ctx) => {
            seen.push(`${ctx.request().method()} ${ctx.request().path()}`);
            return undefined;
          }),
      },
    );
  });

  afterAll(async () => {
    await api.close();
    for (const { server, page } of [friend, stranger]) {
      await page.close();
      server.closeAllConnections();
      server.close();
    }
  });

  const call = (visitor: Visitor, path: string, init?: Call) => {
    seen.length = 0;
    return ask(visitor, api.url + path, init);
  };

  test('a simple request needs no preflight', async () => {
    expect(await call(friend, '/simple')).toMatchObject({ status: 200, body: 'simple' });
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    expect(await call(friend, '/form', { method: 'POST', headers, body: 'name=ada' })).toMatchObject({
      body: 'form ada',
    });
    expect(seen).toEqual(['POST /form']);
  });

  test('a request with another method and headers of its own passes after its preflight', async () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer abc', 'x-token': '1' };
    const reply = await call(friend, '/items/7', { method: 'PUT', headers, body: '{"name":"ada"}' });
    expect(reply).toMatchObject({ status: 200, body: '{"id":"7","token":"abc","name":"ada"}' });
    expect(seen).toEqual(['OPTIONS /items/7', 'PUT /items/7']);
  });

  test('cookies travel where they are asked for', async () => {
    await call(friend, '/login', { credentials: 'include' });
    expect(await call(friend, '/me', { credentials: 'include' })).toMatchObject({ body: 'ada' });
    expect(await call(friend, '/me')).toMatchObject({ body: 'nobody' });
  });

  test('a script reads the headers that are exposed, and no others', async () => {
    const { names } = (await call(friend, '/total')) as { names: string[] };
    expect(names).toContain('x-total');
    expect(names).not.toContain('x-secret');
  });

  test('a script reads error replies', async () => {
    expect(await call(friend, '/fails')).toMatchObject({ status: 500 });
    expect(await call(friend, '/unknown')).toMatchObject({ status: 404 });
    expect(await call(friend, '/simple', { method: 'DELETE' })).toMatchObject({ status: 405 });
  });

  test('a page of another origin reads nothing, and what needs a preflight is never sent', async () => {
    const refused = 'TypeError: Failed to fetch';
    expect(await call(stranger, '/simple')).toBe(refused);
    expect(await call(stranger, '/me', { credentials: 'include' })).toBe(refused);
    expect(await call(stranger, '/items/7', { method: 'PUT' })).toBe(refused);
    expect(seen).toEqual(['OPTIONS /items/7']);
  });

  test('what a route allows for itself holds for its preflight', async () => {
    expect(await call(stranger, '/public', { method: 'DELETE' })).toMatchObject({ status: 200, body: 'public' });
    expect(seen).toEqual(['OPTIONS /public', 'DELETE /public']);
  });

  test('a route without CORS is closed to every other origin', async () => {
    expect(await call(friend, '/closed', { method: 'PUT' })).toBe('TypeError: Failed to fetch');
    expect(seen).toEqual(['OPTIONS /closed']);
  });
});

inBrowser('a page in Chromium, and the skeleton as it comes', () => {
  test('is open to every origin, without credentials', async () => {
    const visitor = await openPage('localhost');
    const app = await boot({ env: { APP_ENV: 'testing', PORT: '0', DATABASE_URL: ':memory:' } });
    await app.open();
    const posts = `${app.facades.Http().address?.url}/api/posts`;
    const json = { method: 'POST', headers: { 'content-type': 'application/json' } };

    expect(await ask(visitor, posts)).toMatchObject({ status: 200 });
    expect(await ask(visitor, posts, { ...json, body: '{"title":"From a page"}' })).toMatchObject({ status: 201 });
    expect(await ask(visitor, posts, { ...json, body: '{}' })).toMatchObject({ status: 422 });
    expect(await ask(visitor, `${posts}/9`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect(await ask(visitor, posts, { credentials: 'include' })).toBe('TypeError: Failed to fetch');

    await visitor.page.close();
    visitor.server.closeAllConnections();
    visitor.server.close();
    await app.close();
  });
});
