import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { defineMiddleware } from '@taproot/core';
import { cors } from '@taproot/cors';
import { type MountOptions, type RootRouter, routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';
import express from 'express';
import Koa from 'koa';
import serveStatic from 'serve-static';
import { WebSocket, WebSocketServer } from 'ws';
import { type Served, serve } from '../../support/serve.ts';

const reported: unknown[] = [];
let served: Served | null = null;
afterEach(async () => {
  await served?.close();
  served = null;
  reported.length = 0;
});

/** Every driver, alone and with middleware of its own framework around our routes. */
const ways = ['koa', 'fastify'].flatMap((driver) => [false, true].map((native) => ({ driver, native })));

const open = async (
  way: (typeof ways)[number],
  register: (route: RootRouter) => void,
  shutdown_timeout = 10,
): Promise<string> => {
  served = await serve(register, {
    driver: way.driver,
    config: { app: { shutdown_timeout } },
    apply: ({ hooks, facades }) => {
      hooks.report.tap('test', (error) => void reported.push(error));
      const { driver } = facades.Http().hooks;
      if (!way.native) return;
      driver.for('koa').tap('native', (koa) => void koa.use((_ctx, next) => next()));
      driver.for('fastify').tap('native', (instance) => void instance.addHook('onRequest', async () => undefined));
    },
  });
  return served.url;
};

/** What a listener of Express was given. */
const shows = express().use((req, res) => {
  const { method, url, originalUrl, baseUrl } = req;
  res.json({ method, url, originalUrl, baseUrl });
});

describe.each(ways)('$driver, native: $native', (way) => {
  test('every method reaches a mount, at its path and below it; elsewhere unknown methods stay 501', async () => {
    const url = await open(way, (route) => {
      route.mount('/web', (request) => new Response(request.method));
      route.mountNode('/node', (req, res) => res.end(req.method));
      route.any('/own', () => ({}));
    });
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE', 'PROPFIND', 'REPORT', 'SEARCH'])
      for (const path of ['/web', '/web/a/b', '/node', '/node/a/b'])
        expect([method, path, await (await fetch(url + path, { method })).text()]).toEqual([method, path, method]);
    expect((await fetch(`${url}/web`, { method: 'HEAD' })).status).toBe(200);
    for (const path of ['/own', '/none'])
      expect(await (await fetch(url + path, { method: 'PURGE' })).json()).toMatchObject({ code: 'E_METHOD_UNKNOWN' });
    const trace = await served?.raw('TRACE /node HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(trace).toMatch(/^HTTP\/1\.1 405 /);
  });

  test('addresses: whole for mount(), as in Express for mountNode(), and the other way by choice', async () => {
    const url = await open(way, (route) => {
      route.mount('/web/{id}', ({ url: address }) => Response.json(address));
      route.mount('/cut/{id}', ({ url: address }) => Response.json(address), { strip: true });
      route.prefix('/a').group((scope) => scope.mountNode('/node', shows));
      route.mountNode('/whole', shows, { strip: false });
    });
    const of = async (path: string): Promise<unknown> => (await fetch(url + path)).json();
    expect(await of('/web/7/a%20b/?q=%61')).toBe(`${url}/web/7/a%20b/?q=%61`);
    expect(await of('/cut/7/a%20b/?q=%61')).toBe(`${url}/a%20b/?q=%61`);
    expect([await of('/cut/7'), await of('/cut/7?q')]).toEqual([`${url}/`, `${url}/?q`]);
    // Behind middleware of others, a path must have the spelling of its route.
    const base = way.native ? '/a/node' : '/a/%6Eode';
    expect(await of(`${base}/x%2Fy/?q`)).toEqual({
      method: 'GET',
      url: '/x%2Fy/?q',
      originalUrl: `${base}/x%2Fy/?q`,
      baseUrl: base,
    });
    expect(await of('/a/node?q')).toMatchObject({ url: '/?q', originalUrl: '/a/node?q' });
    expect(await of('/whole/x')).toMatchObject({ url: '/whole/x', originalUrl: '/whole/x', baseUrl: '' });
  });

  test('other routes win over a mount, also at its own path and for one method', async () => {
    const url = await open(way, (route) => {
      route.mountNode('/', (req, res) => res.end(`old ${req.method}`));
      route.get('/', () => ({ own: true }));
      route.post('/{path*}', () => ({ own: true }));
    });
    expect(await (await fetch(url)).json()).toEqual({ own: true });
    expect(await (await fetch(`${url}/x`, { method: 'POST' })).json()).toEqual({ own: true });
    expect(await (await fetch(url, { method: 'POST' })).text()).toBe('old POST');
    expect(await (await fetch(`${url}/x`)).text()).toBe('old GET');
  });

  test('bodies arrive unread, in JSON that is not valid, and in a type that Taproot does not read', async () => {
    const url = await open(way, (route) => {
      route.mount('/web', async (request) => new Response(await request.text()));
      route.mountNode('/node', (req, res) => void req.pipe(res));
    });
    for (const path of ['/web', '/node'])
      for (const type of ['application/json', 'application/x-tar'])
        expect(
          await (await fetch(url + path, { method: 'POST', body: '{"a', headers: { 'content-type': type } })).text(),
        ).toBe('{"a');
    expect(reported).toEqual([]);
  });

  test('a client that leaves aborts the signal, and closes the response of a listener', async () => {
    const left: string[] = [];
    let leave = (): void => undefined;
    const both = new Promise<void>((resolve) => (leave = () => left.length === 2 && resolve()));
    let arrive = (): void => undefined;
    const url = await open(way, (route) => {
      route.mount('/web', async ({ signal }) => {
        arrive();
        await once(signal, 'abort');
        left.push('web');
        leave();
        return new Response();
      });
      route.mountNode('/node', (_req, res) => {
        arrive();
        res.once('close', () => {
          left.push('node');
          leave();
        });
      });
    });
    for (const path of ['/web', '/node']) {
      const arrived = new Promise<void>((resolve) => (arrive = resolve));
      const client = new AbortController();
      const request = fetch(url + path, { signal: client.signal }).catch(() => undefined);
      await arrived;
      client.abort();
      await request;
    }
    await both;
    expect(left.toSorted()).toEqual(['node', 'web']);
    expect(reported).toEqual([]);
  });

  test('open event streams end when the application closes', async () => {
    const url = await open(way, (route) => {
      const headers = { 'Content-Type': 'text/event-stream' };
      route.mount('/web', () => {
        const body = new ReadableStream({ start: (controller) => controller.enqueue(Buffer.from('data: 1\n\n')) });
        return new Response(body, { headers });
      });
      route.mountNode('/node', (_req, res) => res.writeHead(200, headers).write('data: 1\n\n'));
    });
    const streams = await Promise.all(['/web', '/node'].map((path) => fetch(url + path)));
    await served?.close();
    for (const stream of streams) expect(await stream.text()).toBe('data: 1\n\n');
  });

  test('a stream that ends because its signal aborts at shutdown is not reported', async () => {
    const url = await open(
      way,
      (route) => {
        route.mount('/web', ({ signal }) => {
          const body = new ReadableStream({
            start(controller) {
              controller.enqueue(Buffer.from('1'));
              signal.addEventListener('abort', () => controller.error(signal.reason));
            },
          });
          return new Response(body);
        });
      },
      1,
    );
    const stream = await fetch(`${url}/web`);
    await served?.close();
    await expect(stream.text()).rejects.toThrow();
    expect(reported).toEqual([]);
  });

  test('WebSockets reach the mounted code behind its guard, and elsewhere they are refused', async () => {
    const sockets = new WebSocketServer({ noServer: true });
    sockets.on('connection', (client) => client.on('message', (data) => client.send(data)));
    const paths: (string | undefined)[] = [];
    const upgrade: MountOptions['upgrade'] = (req, socket, head) => {
      paths.push(req.url);
      sockets.handleUpgrade(req, socket, head, (client) => sockets.emit('connection', client));
    };
    const guard = defineMiddleware('guard', (ctx, next) =>
      ctx.request().query('token') === 'roots' ? next() : ctx.response().json(401, {}),
    );
    const url = await open(way, (route) => {
      const scope = route.middleware(guard);
      scope.mount('/web', () => new Response('web'), { upgrade });
      scope.mountNode('/node', (_req, res) => res.end('node'), { upgrade });
      scope.mount('/none', () => new Response('none'));
    });
    const connect = (path: string): WebSocket => new WebSocket(url.replace('http', 'ws') + path);
    for (const path of ['/web?token=roots', '/node/a%20b?token=roots']) {
      const client = connect(path);
      await once(client, 'open');
      client.send('1');
      expect(String((await once(client, 'message'))[0])).toBe('1');
      client.close();
      expect(await (await fetch(url + path)).text()).toMatch(/^(?:web|node)$/);
    }
    expect(paths).toEqual(['/web?token=roots', '/node/a%20b?token=roots']);
    for (const [path, status] of [
      ['/web', 401],
      ['/node/%61', way.native ? 404 : 401],
      ['/none?token=roots', 400],
    ] as const) {
      const [error] = (await once(connect(path), 'error')) as [Error];
      expect([path, error.message]).toEqual([path, `Unexpected server response: ${status}`]);
    }
    sockets.close();
  });
});

describe('a mount', () => {
  const way = { driver: 'koa', native: false };

  test('runs behind middleware, with its headers and its errors', async () => {
    await using app = await testApplication({
      plugins: [routing(), cors()],
      register: ({ facades }) => {
        const closed = defineMiddleware('closed', (ctx) => ctx.response().json(403, {}));
        const koa = new Koa({ silent: true } as object);
        koa.silent = true;
        koa.use((ctx) => ctx.throw(401, 'no', { headers: { 'WWW-Authenticate': 'Basic' } }));
        const route = facades.Route();
        route.middleware(closed).mount('/closed', () => new Response('open'));
        route.mount('/web', () => new Response('web', { headers: { 'X-Own': '1' } }));
        route.mountNode('/koa', koa.callback());
        route.mountNode('/fails', () => Promise.reject(new Error('broken')));
        route.mount('/web-fails', () => Promise.reject(new Error('broken')));
      },
    });
    const client = http(app).withHeader('Origin', 'https://shop.example');
    const origin = ['Access-Control-Allow-Origin', '*'] as const;
    await client.get('/closed/x').assertForbidden();
    await client
      .get('/web')
      .assertOk()
      .assertHeader('X-Own', '1')
      .assertHeader(...origin);
    const koa = client.get('/koa').assertUnauthorized().assertSee('no');
    await koa.assertHeader(...origin).assertHeader('WWW-Authenticate', 'Basic');
    await client
      .get('/fails')
      .assertInternalServerError()
      .assertHeader(...origin);
    await client
      .get('/web-fails')
      .assertInternalServerError()
      .assertHeader(...origin);
    expect(app.reports).toHaveLength(2);
  });

  test('Vary and Set-Cookie have the values of both sides, and other headers those of the mounted code', async () => {
    const stage = defineMiddleware('stage', (ctx, next) => {
      ctx.response().vary('Origin').cookie('house', '1').header('X-Own', 'house');
      return next();
    });
    const url = await open(way, (route) => {
      route.middleware(stage).mountNode('/', (_req, res) => {
        res.setHeader('Vary', 'Accept');
        res.writeHead(200, { 'Set-Cookie': 'old=1', 'X-Own': 'old' }).end();
      });
    });
    const { headers } = await fetch(url);
    expect([headers.get('vary'), headers.get('x-own')]).toEqual(['Accept, Origin', 'old']);
    expect(headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0])).toEqual(['old=1', 'house=1']);
  });

  test('gives the context to a function with a second parameter alone', async () => {
    const given: number[] = [];
    const packaged = (...args: unknown[]): Response => {
      given.push(args.length);
      return new Response('packaged');
    };
    const url = await open(way, (route) => {
      route.mount('/one', packaged);
      route.mount('/object', { fetch: packaged });
      route.mount('/{id}/two', (_request, ctx) => new Response(ctx.request().route('id')));
    });
    await Promise.all([fetch(`${url}/one`), fetch(`${url}/object`)]);
    expect(given).toEqual([1, 1]);
    expect(await (await fetch(`${url}/7/two/x`)).text()).toBe('7');
  });

  test('answers 404 in the form of the house when the code does not know the address', async () => {
    const url = await open(way, (route) => {
      route.mount('/null', () => null);
      route.mountNode('/router', express.Router());
      route.mountNode('/files', serveStatic(import.meta.dirname));
      route.mountNode('/next', (_req, res, next) => {
        res.setHeader('Content-Type', 'text/plain').setHeader('ETag', '"1"');
        next();
      });
    });
    for (const path of ['/null', '/router/x', '/files/none', '/next']) {
      const reply = await fetch(url + path);
      expect([path, reply.status, reply.headers.get('etag')]).toEqual([path, 404, null]);
      expect(await reply.json()).toMatchObject({ code: 'E_ROUTE_NOT_FOUND' });
    }
    expect((await fetch(`${url}/files/mount.test.ts`)).status).toBe(200);
  });

  test('leaves url() and redirects of its middleware as they are', async () => {
    const after: string[] = [];
    const watch = defineMiddleware('watch', async (ctx, next) => {
      const response = await next();
      after.push(ctx.request().url(), ctx.request().target());
      return response;
    });
    const url = await open(way, (route) => route.middleware(watch).mountNode('/old', shows));
    await fetch(`${url}/old/a%20b?q`);
    expect(after).toEqual(['/old/a%20b?q', '/old/a%20b?q']);
  });

  test('is listed once for its path and once for the paths below it', async () => {
    await open(way, (route) => void route.mountNode('/old', shows).name('old'));
    const listed = served?.app.facades
      .Route()
      .getRoutes()
      .map(({ method, path, kind }) => [method, path, kind]);
    expect(served?.app.facades.Route().url('old')).toBe('/old');
    expect(listed).toEqual([
      ['ANY', '/old', 'mount'],
      ['ANY', '/old/{path*}', 'mount'],
    ]);
  });

  test.each([
    ['a string', (): unknown => 'text', "Return new Response('text')."],
    ['the function show', (): unknown => function show() {}, 'Return a Response: Response.json(value).'],
    [
      'a Response whose body was read already',
      async (): Promise<unknown> => {
        const response = new Response('text');
        await response.text();
        return response;
      },
      'Read a copy, response.clone(), or return a new one: new Response(text, response).',
    ],
  ])('that returns %s is E_MOUNT_RESULT, which names the mount', async (what, answer, fix) => {
    const url = await open(way, (route) => void route.mount('/a', answer as never));
    const { status } = await fetch(`${url}/a`);
    expect([status, reported]).toEqual([
      500,
      [
        expect.objectContaining({
          code: 'E_MOUNT_RESULT',
          message: expect.stringMatching(/^The code that mount\(\) at \S*mount\.test\.ts:\d+\S* got returned /),
          fix,
        }),
      ],
    ]);
    expect(Reflect.get(Object(reported[0]), 'message')).toContain(what);
  });

  test('of a wrong value is refused with its line and the right call', async () => {
    const cases: [call: (route: RootRouter) => unknown, advice: RegExp][] = [
      [(route) => route.mountNode('/x', new Koa() as never), /koa\.callback\(\)/],
      [(route) => route.mountNode('/x', { routing: () => undefined } as never), /fastify\.routing\(req, res\)/],
      [(route) => route.mountNode('/x', { fetch: () => new Response() } as never), /route\.mount\(/],
      [(route) => route.mountNode('/x', [] as never), /express\(\)\.use/],
      [(route) => route.mountNode('/x', Promise.resolve() as never), /Await the promise/],
      [(route) => route.mount('/x', express() as never), /mountNode\(\)/],
      [(route) => route.mount('/x', { handler: () => new Response() } as never), /auth\.handler/],
      [(route) => route.mount('/x', undefined as never), /takes a Request/],
    ];
    for (const [call, advice] of cases)
      await expect(open(way, (route) => void call(route))).rejects.toMatchObject({
        code: 'E_MOUNT_HANDLER',
        message: expect.stringContaining('mount.test.ts:'),
        fix: expect.stringMatching(advice),
      });
    await expect(open(way, (route) => void route.mount('/x/{rest*}', () => new Response()))).rejects.toMatchObject({
      code: 'E_ROUTE_PATTERN',
    });
    const twice = (route: RootRouter): void => {
      route.get('/x', () => ({}));
      for (const _ of [1, 2]) route.mountNode('/x', shows);
    };
    await expect(open(way, twice)).rejects.toMatchObject({ code: 'E_ROUTE_DUPLICATE' });
  });
});
