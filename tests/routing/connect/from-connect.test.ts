import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { Middleware } from '@taproot/core';
import { fromKoa } from '@taproot/koa';
import { type ConnectMiddleware, connectRequest, fromConnect, type Router } from '@taproot/routing';
import type { RequestHandler } from 'express';
import { type Served, serve } from '../../support/serve.ts';

const reported: unknown[] = [];
let served: Served | null = null;

afterEach(async () => {
  await served?.close();
  served = null;
  reported.length = 0;
});

describe.each([
  ['koa', false],
  ['koa', true],
  ['fastify', false],
  ['fastify', true],
])('fromConnect() on the driver %s, its pipeline in use: %s', (driver, native) => {
  /** The address of an application with these middleware around these routes. */
  const around = async (middleware: Middleware[], register: (route: Router) => void): Promise<string> => {
    served = await serve((route) => register(route.middleware(...middleware)), {
      driver,
      apply: (app) => {
        app.hooks.report.tap('test', (error) => void reported.push(error));
        const { driver: hook } = app.facades.Http().hooks;
        if (!native) return;
        hook.for('koa').tap('test', (koa) => void koa.use((_ctx, next) => next()));
        hook.for('fastify').tap('test', (app) => void app.addHook('onRequest', (_request, _reply, done) => done()));
      },
    });
    return served.url;
  };

  let made = 0;
  const connect = (middleware: ConnectMiddleware): Middleware => fromConnect(`connect-${made++}`, middleware);

  test('headers that it sets are staged: the handler wins, cookies and Vary add up, and errors have them', async () => {
    const sets: ConnectMiddleware = (_req, res, next) => {
      res.setHeader('X-Both', 'connect');
      res.setHeader('X-Mine', 'connect');
      res.setHeader('Set-Cookie', 'a=1');
      res.setHeader('Vary', 'Origin');
      next();
    };
    const seen: unknown[] = [];
    const outer: Middleware = {
      signature: () => 'outer',
      async handle(ctx, next) {
        ctx.response().header('X-Removed', '1').vary('Accept');
        const response = await next();
        seen.push(response.header('x-mine'), ctx.response().writer().getHeaderNames());
        return response;
      },
    };
    const removes: ConnectMiddleware = (_req, res, next) => {
      res.removeHeader('x-removed');
      next();
    };
    const url = await around([outer, connect(sets), connect(removes)], (route) => {
      route.get('/', (ctx) => ctx.response().header('X-Both', 'handler').cookie('b', '2').string(200, 'ok'));
      route.get('/fails', () => Promise.reject(new Error('broken')));
    });
    const { headers } = await fetch(url);
    expect([headers.get('x-both'), headers.get('x-mine'), headers.get('x-removed')]).toEqual([
      'handler',
      'connect',
      null,
    ]);
    expect(headers.getSetCookie()).toEqual(['a=1', 'b=2; Path=/']);
    expect(headers.get('vary')?.split(', ').sort()).toEqual(['Accept', 'Origin']);
    expect(seen).toEqual(['connect', []]);
    const failed = await fetch(`${url}/fails`);
    expect([failed.status, failed.headers.get('x-mine')]).toEqual([500, 'connect']);
  });

  test('next(error), a throw and a rejection become error responses, by the status of the error', async () => {
    const refused = Object.assign(new Error('No tea.'), { statusCode: 418, expose: true, headers: { 'x-tea': 'no' } });
    const url = await around([], (route) => {
      route.get('/next', () => 1 as never).middleware(connect((_req, _res, next) => next(refused)));
      const throws: ConnectMiddleware = () => {
        throw new Error('thrown');
      };
      route.get('/throws', () => ({})).middleware(connect(throws));
      route.get('/rejects', () => ({})).middleware(connect(() => Promise.reject(new Error('rejected'))));
      route.get('/skips', () => ({ secret: 1 })).middleware(connect((_req, _res, next) => next('route')));
    });
    const tea = await fetch(`${url}/next`);
    expect([tea.status, tea.headers.get('x-tea'), await tea.json()]).toEqual([
      418,
      'no',
      expect.objectContaining({ message: 'No tea.' }),
    ]);
    const statuses = await Promise.all(
      ['throws', 'rejects', 'skips'].map(async (path) => (await fetch(`${url}/${path}`)).status),
    );
    expect(statuses).toEqual([500, 500, 500]);
    expect(reported.map(String)).toEqual(
      expect.arrayContaining([
        expect.stringContaining('thrown'),
        expect.stringContaining('rejected'),
        expect.stringContaining("next('route')"),
      ]),
    );
  });

  test('one that answers by itself ends the request, with the headers that are staged by then', async () => {
    const staged: Middleware = {
      signature: () => 'staged',
      handle(ctx, next) {
        ctx.response().header('X-Staged', '1');
        return next();
      },
    };
    const answers: ConnectMiddleware = (req, res, next) => {
      if (req.headers['x-pass'] !== undefined) return next();
      setImmediate(() => res.writeHead(403, { 'X-Own': '2' }).end('stop'));
    };
    let handled = 0;
    const url = await around([staged, connect(answers)], (route) => {
      route.any('/', () => ({ handled: ++handled }));
    });
    const stopped = await fetch(url, {
      method: 'POST',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json' },
    });
    expect([
      stopped.status,
      stopped.headers.get('x-staged'),
      stopped.headers.get('x-own'),
      await stopped.text(),
    ]).toEqual([403, '1', '2', 'stop']);
    expect(await (await fetch(url, { headers: { 'x-pass': '1' } })).json()).toEqual({ handled: 1 });
  });

  test('the handler runs within next(), and may be answered for by a late error', async () => {
    const storage = new AsyncLocalStorage<string>();
    const url = await around([connect((_req, _res, next) => storage.run('inside', () => next()))], (route) => {
      route.post('/', (ctx) => ({ storage: storage.getStore(), body: ctx.request().input('a') }));
      const late: ConnectMiddleware = (_req, _res, next) => {
        next();
        setImmediate(() => next(Object.assign(new Error('Too late'), { status: 503 })));
      };
      route.get('/late', () => new Promise(() => undefined)).middleware(connect(late));
      const twice: ConnectMiddleware = (_req, _res, next) => {
        next();
        next();
      };
      route.get('/twice', () => ({})).middleware(connect(twice));
    });
    const posted = await fetch(url, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
    expect(await posted.json()).toEqual({ storage: 'inside', body: '1' });
    expect((await fetch(`${url}/late`)).status).toBe(503);
    expect((await fetch(`${url}/twice`)).status).toBe(500);
    expect(reported.map(String).filter((text) => text.includes('more than once'))).toHaveLength(1);
  });

  test('it has the members of Express that middleware use most, and what it sets reaches handlers', async () => {
    const asks: RequestHandler = (req, res, next) => {
      req.query = { ...req.query, added: '1' };
      res.locals['seen'] = [
        req.ip,
        req.ips,
        req.protocol,
        req.secure,
        req.hostname,
        req.path,
        req.originalUrl,
        req.baseUrl,
      ];
      Object.assign(req, { session: { visits: 3 } });
      res.vary('Accept').append('X-List', 'a').append('X-List', 'b');
      res.cookie('c', { a: 1 }, { maxAge: 60_000, sameSite: true, httpOnly: true });
      next();
    };
    const answers: RequestHandler = (req, res) => {
      if (req.path === '/json')
        res
          .status(201)
          .set('X-A', 'b')
          .json({ a: req.get('X-B') });
      else if (req.path === '/send') res.type('txt').send('text');
      else if (req.path === '/status') res.sendStatus(404);
      else res.clearCookie('c').redirect('/ä');
    };
    const url = await around([fromConnect('asks', asks)], (route) => {
      route.get('/a/{id}', (ctx) => {
        const { session, query, res } = connectRequest<{
          session: { visits: number };
          query: object;
          res: { locals: object };
        }>(ctx);
        return { session, query, locals: res.locals };
      });
      route.get('/json', () => ({})).middleware(connect(answers));
      for (const path of ['/send', '/status', '/redirect']) route.get(path, () => ({})).middleware(connect(answers));
    });
    const asked = await fetch(`${url}/a/7?q=2`);
    expect(await asked.json()).toEqual({
      session: { visits: 3 },
      query: { q: '2', added: '1' },
      locals: { seen: ['127.0.0.1', [], 'http', false, '127.0.0.1', '/a/7', '/a/7?q=2', ''] },
    });
    expect(asked.headers.get('x-list')).toBe('a, b');
    expect(asked.headers.getSetCookie()).toEqual([
      'c=j%3A%7B%22a%22%3A1%7D; Max-Age=60; Path=/; HttpOnly; SameSite=Strict',
    ]);
    const json = await fetch(`${url}/json`, { headers: { 'x-b': 'sent' } });
    expect([json.status, json.headers.get('x-a'), await json.json()]).toEqual([201, 'b', { a: 'sent' }]);
    const text = await fetch(`${url}/send`);
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', 'text']);
    expect((await fetch(`${url}/status`)).status).toBe(404);
    const redirected = await fetch(`${url}/redirect`, { redirect: 'manual' });
    expect([redirected.status, redirected.headers.get('location')]).toEqual([302, '/%C3%A4']);
  });

  test('one that changes the address or the method is refused: the route is found already', async () => {
    const url = await around([], (route) => {
      const rewrites: ConnectMiddleware = (req, _res, next) => {
        req.url = '/other';
        next();
      };
      const overrides: ConnectMiddleware = (req, _res, next) => {
        req.method = 'DELETE';
        next();
      };
      route.get('/url', () => ({})).middleware(connect(rewrites));
      route.get('/method', () => ({})).middleware(connect(overrides));
    });
    expect([(await fetch(`${url}/url`)).status, (await fetch(`${url}/method`)).status]).toEqual([500, 500]);
    expect(reported.map(String)).toEqual([expect.stringContaining('req.url'), expect.stringContaining('req.method')]);
  });

  test('it shares a request with middleware of Koa, outside and inside', async () => {
    const koa = fromKoa('koa', async (ctx, next) => {
      ctx.set('X-Koa', 'before');
      await next();
      ctx.set('X-After', ctx.response.get('x-connect'));
    });
    const sets: ConnectMiddleware = (_req, res, next) => {
      res.setHeader('X-Connect', '1');
      next();
    };
    const url = await around([], (route) => {
      route.get('/koa', () => ({ a: 1 })).middleware(koa, connect(sets));
      route.get('/connect', () => ({ a: 1 })).middleware(connect(sets), koa);
    });
    for (const path of ['/koa', '/connect']) {
      const { headers, status } = await fetch(url + path);
      expect([path, status, headers.get('x-koa'), headers.get('x-connect'), headers.get('x-after')]).toEqual([
        path,
        200,
        'before',
        '1',
        '1',
      ]);
    }
  });
});

test('fromConnect() refuses values that are not middleware; a factory that was not called fails at its first request', async () => {
  expect(() => fromConnect('x', {} as never)).toThrow(expect.objectContaining({ code: 'E_CONNECT_MIDDLEWARE' }));
  expect(() =>
    fromConnect('x', ((_error: unknown, _req: unknown, _res: unknown, _next: unknown) => undefined) as never),
  ).toThrow('handles errors');
  served = await serve(
    (route) => route.get('/', () => ({})).middleware(fromConnect('helmet', () => (): undefined => undefined)),
    { apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)) },
  );
  expect((await fetch(served.url)).status).toBe(500);
  expect(String(reported[0])).toContain('returned another function');
});

test('one function under one name is one middleware, on however many routes it is written', () => {
  const session: ConnectMiddleware = (_req, _res, next) => next();
  expect(fromConnect('session', session)).toBe(fromConnect('session', session));
  expect(fromConnect('session', session)).not.toBe(fromConnect('other', session));
  expect(fromConnect('session', session)).not.toBe(fromConnect('session', (_req, _res, next) => next()));
});
