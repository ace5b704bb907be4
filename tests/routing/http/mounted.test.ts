import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Application } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
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
