import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import express from 'express';
import { bootRoutes } from '../../support/serve.ts';

describe.each(['koa', 'fastify'])(
  'plugins.md 2: an application mounted in another server, on the %s driver',
  (driver) => {
    let server: Server | null = null;
    let app: Application | null = null;
    const order: string[] = [];

    /** The address of somebody's server that hands its requests to an application which listens nowhere. */
    const mount = async (register: (route: RootRouter) => void, config = {}): Promise<string> => {
      order.length = 0;
      app = await bootRoutes(register, {
        driver,
        config: { http: { listen: false }, ...config },
        apply: ({ hooks, facades }) => {
          hooks.start.tap('test', () => void order.push('start'));
          hooks.shutdown.tap('test', () => void order.push('shutdown'));
          facades.Http().hooks.listening.tap('test', () => void order.push('listening'));
        },
      });
      await app.open();
      server = createServer(app.facades.Http().listener);
      await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    };

    afterEach(async () => {
      await app?.close();
      await new Promise((resolve) => server?.close(resolve).closeAllConnections());
    });

    test('starts without listening', async () => {
      const url = await mount((route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')));
      expect(await (await fetch(url)).text()).toBe('ok');
      expect([order, app?.facades.Http().address]).toEqual([['start'], null]);
      await expect(app?.open()).rejects.toMatchObject({ code: 'E_APP_OPENED' });
    });

    test('drains: close() waits for requests in flight, answers new ones with 503, then closes its plugins', async () => {
      let answer = (): void => undefined;
      let arrived = (): void => undefined;
      const isThere = new Promise<void>((resolve) => (arrived = resolve));
      const url = await mount((route) =>
        route.get('/slow', async (ctx) => {
          await new Promise<void>((resolve) => {
            answer = resolve;
            arrived();
          });
          order.push('answered');
          return ctx.response().string(200, 'slow');
        }),
      );
      const slow = fetch(`${url}/slow`);
      await isThere;
      const closing = app?.close();
      const late = await fetch(`${url}/slow`, { method: 'POST', body: 'unread' });
      expect([late.status, late.headers.get('retry-after'), late.headers.get('connection')]).toEqual([
        503,
        '1',
        'close',
      ]);
      expect(await late.json()).toEqual({ message: 'The server is closing.', code: 'E_SERVER_CLOSING' });
      answer();
      expect(await (await slow).text()).toBe('slow');
      await closing;
      expect(order).toEqual(['start', 'answered', 'shutdown']);
      expect((await fetch(url)).status).toBe(503);
    });

    test('cuts what is not answered in time', async () => {
      let arrived = (): void => undefined;
      const isThere = new Promise<void>((resolve) => (arrived = resolve));
      const url = await mount(
        (route) =>
          route.get('/never', () => {
            arrived();
            return new Promise(() => undefined);
          }),
        { app: { shutdown_timeout: 0.2 } },
      );
      const never = fetch(`${url}/never`);
      await isThere;
      expect(await app?.close()).toEqual([]);
      await expect(never).rejects.toThrow();
    });

    test('ends its event streams at once', async () => {
      const url = await mount((route) =>
        route.get('/', (ctx) =>
          ctx.response().eventStream({ [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }) }),
        ),
      );
      const events = await fetch(url);
      await app?.close();
      expect(await events.text()).toMatch(/^:\n\nretry: \d+\n\n$/);
    });

    test('is closed for requests in process, too', async () => {
      await mount((route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')));
      const client = http(app as Application);
      await client.get('/').assertOk();
      await app?.close();
      await client.get('/').assertStatus(503);
    });
  },
);

describe('D-6: an application that Express mounts below a prefix', () => {
  const seen = (route: RootRouter): void => {
    route
      .get('/users/{id}', (ctx) => ({
        url: ctx.request().url(),
        full: ctx.request().fullUrl(),
        path: ctx.request().path(),
      }))
      .name('user');
    route.get('/to', (ctx) => ctx.response().redirect(302, ctx.request().query('to')));
    route.get('/named', (ctx) => ctx.response().redirectToRoute('user', { id: 7 }));
    route.redirect('/old', '/users/7');
  };

  const mounted = async (prefix: string, config = {}) => {
    const app = await bootRoutes(seen, { config: { http: { listen: false }, ...config } });
    await app.open();
    const outer = express();
    outer.use(prefix, app.facades.Http().listener);
    const server = createServer(outer);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      [Symbol.asyncDispose]: async () => {
        await app.close();
        await new Promise((resolve) => server.close(resolve).closeAllConnections());
      },
    };
  };

  const locationOf = async (url: string): Promise<string | null> =>
    (await fetch(url, { redirect: 'manual' })).headers.get('location');

  test('url(), fullUrl() and redirects have the prefix', async () => {
    await using server = await mounted('/api/v1');
    const { url } = server;
    expect(await (await fetch(`${url}/api/v1/users/7?a=%20`)).json()).toEqual({
      url: '/api/v1/users/7?a=%20',
      full: `${url}/api/v1/users/7?a=%20`,
      path: '/users/7',
    });
    const to = (target: string): Promise<string | null> =>
      locationOf(`${url}/api/v1/to?to=${encodeURIComponent(target)}`);
    expect([await to('/login'), await to('/api/v1/login'), await to('users'), await to(`${url}/x`)]).toEqual([
      '/api/v1/login',
      '/api/v1/login',
      'users',
      `${url}/x`,
    ]);
    expect(await locationOf(`${url}/api/v1/named`)).toBe('/api/v1/users/7');
    expect(await locationOf(`${url}/api/v1/old`)).toBe('/api/v1/users/7');
  });

  test('app.url may name the prefix, and a prefix never makes an address of another host', async () => {
    await using named = await mounted('/api', { app: { url: 'https://shop.example/api' } });
    expect(await (await fetch(`${named.url}/api/users/7`)).json()).toMatchObject({
      full: 'https://shop.example/api/users/7',
    });
    await using plain = await mounted('/api', { app: { url: 'https://shop.example' } });
    expect(await (await fetch(`${plain.url}/api/users/7`)).json()).toMatchObject({
      full: 'https://shop.example/api/users/7',
    });
    await using any = await mounted('/{*rest}');
    for (const path of ['//evil.example/to?to=/x', '/%5Cevil.example/to?to=/x'])
      expect(String(await locationOf(any.url + path))).not.toMatch(/^\/[/\\]/);
  });
});
