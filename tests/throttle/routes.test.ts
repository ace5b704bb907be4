import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import type { Handler } from '@taproot/core';
import { http } from '@taproot/testing';
import { type LimitHandler, limit } from '@taproot/throttle';
import { faultOf, tally } from './support/limited.ts';
import { withRoutes } from './support/routes.ts';

const ok: Handler = (ctx) => ctx.response().success().string('ok');

test('sixty-one requests in a minute get sixty times 200 and one 429 with its headers', async () => {
  await withRoutes(
    {
      limiters: (limiter) => limiter.for('api', (ctx) => limit.perMinute(60).by(ctx.request().ip())),
      routes: (route, middleware) => route.middleware(middleware.throttle('api')).get('/posts', ok),
    },
    async (app) => {
      const client = http(app);
      for (let request = 1; request <= 60; request++) {
        const { status, headers } = await client.get('/posts');
        expect([status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual([
          200,
          '60',
          String(60 - request),
        ]);
        expect(headers.get('retry-after')).toBeNull();
      }
      const { status, headers, text } = await client.get('/posts');
      expect(status).toBe(429);
      expect([headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')]).toEqual(['60', '0']);
      const wait = Number(headers.get('retry-after'));
      expect(wait).toBeGreaterThanOrEqual(1);
      expect(wait).toBeLessThanOrEqual(60);
      expect(Number(headers.get('x-ratelimit-reset'))).toBeLessThanOrEqual(Math.ceil(Date.now() / 1000) + wait);
      expect(JSON.parse(text)).toMatchObject({
        code: 'E_TOO_MANY_REQUESTS',
        message: `Too many requests. Try again in ${wait} s.`,
      });
    },
  );
});

test('TH-06 one client has one count on a route, whatever parameter, case or query it sends', async () => {
  await withRoutes(
    { routes: (route, middleware) => route.middleware(middleware.throttle('3,1')).get('/login/{id}', ok) },
    async (app) => {
      const client = http(app);
      const statuses = [];
      for (const path of ['/login/1', '/login/2?x=1', '/login/3/', '/login/4', '//login/5'])
        statuses.push((await client.get(path)).status);
      expect(statuses.slice(0, 4)).toEqual([200, 200, 200, 429]);
      expect(statuses[4]).not.toBe(200);
    },
  );
});

test('TH-15 a route that names an unknown limiter fails the boot', async () => {
  const error = await faultOf(() =>
    withRoutes(
      {
        limiters: (limiter) => limiter.for('api', () => limit.perMinute(1)),
        routes: (route, middleware) => route.middleware(middleware.throttle('apii')).get('/', ok),
      },
      async () => undefined,
    ),
  );
  expect(error).toMatchObject({ code: 'E_THROTTLE_UNKNOWN' });
  expect(error.message).toContain('Did you mean "api"?');
});

test('TH-16 a limiter that throws is a 500, and the route is not reached', async () => {
  let reached = 0;
  await withRoutes(
    {
      limiters: (limiter) =>
        limiter.for('api', () => {
          throw new Error('broken');
        }),
      routes: (route, middleware) =>
        route.middleware(middleware.throttle('api')).get('/', (ctx) => {
          reached++;
          return ok(ctx);
        }),
    },
    async (app, reports) => {
      expect((await http(app).get('/')).status).toBe(500);
      expect(reached).toBe(0);
      expect(reports).toHaveLength(1);
    },
  );
});

test.each<[string, LimitHandler]>([
  ['returns a response', (ctx) => ctx.response().json(429, { slow: 'down' })],
  ['stages one and returns nothing', (ctx) => void ctx.response().json(429, { slow: 'down' })],
  ['aborts with one', (ctx) => ctx.request().abortWithStatusJson(429, { slow: 'down' })],
])('a response() that %s answers in place of the 429, with the headers', async (_how, respond) => {
  await withRoutes(
    {
      limiters: (limiter) => limiter.for('api', () => limit.perMinute(0).response(respond)),
      routes: (route, middleware) => route.middleware(middleware.throttle('api')).get('/', ok),
    },
    async (app, reports) => {
      const { status, text, headers } = await http(app).get('/');
      expect([status, text, headers.get('retry-after')]).toEqual([429, '{"slow":"down"}', '60']);
      expect(reports).toEqual([]);
    },
  );
});

test('TH-18 a response() that throws is reported, and the client gets the plain 429', async () => {
  await withRoutes(
    {
      limiters: (limiter) =>
        limiter.for('api', () =>
          limit.perMinute(0).response(() => {
            throw new Error('broken');
          }),
        ),
      routes: (route, middleware) => route.middleware(middleware.throttle('api')).get('/', ok),
    },
    async (app, reports) => {
      expect((await http(app).get('/')).status).toBe(429);
      expect(reports).toMatchObject([{ message: 'broken' }]);
    },
  );
});

test('TH-19 HEAD and OPTIONS routes count like GET, an unknown path only where the throttle is global', async () => {
  await withRoutes(
    {
      routes: (route, middleware) => {
        route.middleware(middleware.throttle('3,1')).match(['GET', 'OPTIONS'], '/limited', ok);
      },
    },
    async (app) => {
      const client = http(app);
      const statuses = [
        (await client.head('/limited')).status,
        (await client.options('/limited')).status,
        (await client.get('/limited')).status,
        (await client.get('/limited')).status,
      ];
      expect(statuses).toEqual([200, 200, 200, 429]);
      expect((await client.get('/nowhere')).headers.get('x-ratelimit-limit')).toBeNull();
    },
  );
});

test('TH-19 a client that leaves before its reply has been counted', async () => {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let entered: () => void = () => undefined;
  const inside = new Promise<void>((resolve) => (entered = resolve));
  await withRoutes(
    {
      routes: (route, middleware) =>
        route.middleware(middleware.throttle('1,1')).get('/', async (ctx) => {
          entered();
          await held;
          return ok(ctx);
        }),
    },
    async (app) => {
      await app.open();
      const { port = 0, url = '' } = app.facades.Http().address ?? {};
      const socket = connect(port, '127.0.0.1');
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await inside;
      socket.destroy();
      await once(socket, 'close');
      const { status } = await fetch(url);
      release();
      expect(status).toBe(429);
    },
  );
});

test('withoutMiddleware takes a throttle off a route', async () => {
  await withRoutes(
    {
      routes: (route, middleware) => {
        const limited = middleware.throttle('1,1');
        route.middleware(limited).group((route) => {
          route.get('/limited', ok);
          route.withoutMiddleware(limited).get('/free', ok);
        });
      },
    },
    async (app) => {
      const statuses = await Promise.all(Array.from({ length: 5 }, async () => (await http(app).get('/free')).status));
      expect(tally(statuses)).toEqual({ 200: 5 });
      await http(app).get('/limited');
      expect((await http(app).get('/limited')).status).toBe(429);
    },
  );
});
