import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { http } from '@taproot/testing';
import { limit } from '@taproot/throttle';
import { tally } from '../throttle/support/limited.ts';
import { withRoutes as withRoutesOn } from '../throttle/support/routes.ts';

const ok: Handler = (ctx) => ctx.response().success().string('ok');

describe.each(['koa', 'fastify'])('on the %s driver', (driver) => {
  const withRoutes: typeof withRoutesOn = ({ config = {}, ...options }, work) => {
    const http = typeof config.http === 'object' ? config.http : {};
    return withRoutesOn({ ...options, config: { ...config, http: { driver, ...http } } }, work);
  };

  test('TH-01 a client that invents a forwarded address for each request stays one client', async () => {
    await withRoutes(
      { routes: (route, middleware) => route.middleware(middleware.throttle('10,1')).get('/', ok) },
      async (app) => {
        const statuses = [];
        for (let n = 0; n < 14; n++) {
          const client = http(app).withHeaders({ 'X-Forwarded-For': `6.6.6.${n}`, Forwarded: `for=6.6.6.${n}` });
          statuses.push((await client.get('/')).status);
        }
        expect(tally(statuses)).toEqual({ 200: 10, 429: 4 });
      },
    );
  });

  test('TH-01 behind a trusted proxy each client has its own count, however its address is spelt', async () => {
    await withRoutes(
      {
        config: { http: { trusted_proxies: ['127.0.0.1'] } },
        routes: (route, middleware) => route.middleware(middleware.throttle('1,1')).get('/', ok),
      },
      async (app) => {
        const from = async (address: string) =>
          (await http(app).withHeader('X-Forwarded-For', address).get('/')).status;
        expect([await from('2001:DB8::1'), await from('2001:db8:0:0::2'), await from('2001:db8:0:1::1')]).toEqual([
          200, 429, 200,
        ]);
        expect([await from('1.2.3.4'), await from('::ffff:1.2.3.4')]).toEqual([200, 429]);
      },
    );
  });

  test('TH-02 two hundred requests at once over sockets of their own: exactly ten pass', async () => {
    await withRoutes(
      { routes: (route, middleware) => route.middleware(middleware.throttle('10,1')).get('/', ok) },
      async (app) => {
        await app.open();
        const { port = 0 } = app.facades.Http().address ?? {};
        const status = (): Promise<number> =>
          new Promise((resolve, reject) => {
            const socket = connect(port, '127.0.0.1');
            let received = '';
            socket.on('data', (chunk) => (received += String(chunk)));
            socket.on('error', reject);
            socket.on('close', () => resolve(Number(received.split(' ', 2)[1])));
            socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
          });
        const statuses = await Promise.all(Array.from({ length: 200 }, status));
        expect(tally(statuses)).toEqual({ 200: 10, 429: 190 });
      },
    );
  });

  test('TH-17 a key from the request, whatever is in it, neither breaks nor reaches a header', async () => {
    await withRoutes(
      {
        limiters: (limiter) => limiter.for('api', (ctx) => limit.perMinute(1).by(ctx.request().query('key', 'none'))),
        routes: (route, middleware) => route.middleware(middleware.throttle('api')).get('/', ok),
      },
      async (app) => {
        const keys = ['__proto__', 'constructor', 'a%0d%0aX-Evil:%201', '%00', '%F0%9F%98%80', 'x'.repeat(7000)];
        const statuses = [];
        for (const key of [...keys, ...keys]) {
          const { status, headers } = await http(app).get(`/?key=${key}`);
          statuses.push(status);
          expect(headers.get('x-evil')).toBeNull();
        }
        expect(statuses).toEqual([...keys.map(() => 200), ...keys.map(() => 429)]);
        expect((await http(app).get('/?key=')).status).toBe(500);
      },
    );
  });

  test('TH-16 a limiter that takes long keeps requests waiting, and lets none pass', async () => {
    let reached = 0;
    await withRoutes(
      {
        config: { http: { request_timeout: 0.2 } },
        limiters: (limiter) => limiter.for('api', () => new Promise(() => undefined)),
        routes: (route, middleware) =>
          route.middleware(middleware.throttle('api')).get('/', (ctx) => {
            reached++;
            return ok(ctx);
          }),
      },
      async (app) => {
        expect((await http(app).get('/')).status).toBe(503);
        expect(reached).toBe(0);
      },
    );
  });
});
