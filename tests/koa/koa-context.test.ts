import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { Config, Middleware } from '@taproot/core';
import { fromKoa, koaContext } from '@taproot/koa';
import type { Router } from '@taproot/routing';
import type Koa from 'koa';
import { type Served, serve } from '../support/serve.ts';

/** What Koa's own context has, its application left out. */
const members: object = createRequire(import.meta.url)('koa/lib/context.js');

describe.each(['koa', 'fastify'])("E-2: Koa's context on the %s driver", (driver) => {
  let served: Served | null = null;
  const reported: unknown[] = [];

  const open = async (
    middleware: Middleware[],
    register: (route: Router) => void,
    config: Config = {},
  ): Promise<Served> => {
    served = await serve((route) => register(route.middleware(...middleware)), {
      driver,
      config,
      apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
    });
    return served;
  };

  /** The reply to one request, with this middleware around a route that answers 200 "ok". */
  const reply = async (middleware: Koa.Middleware, init: RequestInit = {}, config: Config = {}): Promise<Response> => {
    const { url } = await open(
      [fromKoa('test', middleware)],
      (route) => route.any('/', (ctx) => ctx.response().header('X-Own', 'own').string(200, 'ok')),
      config,
    );
    return fetch(url, init);
  };

  beforeEach(() => {
    reported.length = 0;
  });

  afterEach(async () => {
    await served?.close();
    served = null;
  });

  test('has every member that Koa has', async () => {
    let missing: string[] = [];
    const response = await reply((ctx, next) => {
      missing = Object.keys(members).filter((name) => !(name in ctx));
      const set = [
        'app',
        'req',
        'res',
        'request',
        'response',
        'state',
        'originalUrl',
        'cookies',
        'writable',
        'ip',
        'URL',
      ];
      missing.push(...set.filter((name) => ctx[name] === undefined));
      return next();
    });
    expect([response.status, missing]).toEqual([200, []]);
  });

  test('is one for all Koa middleware of a request, and handlers reach it', async () => {
    const { url } = await open(
      [
        fromKoa('one', (ctx, next) => ((ctx.state.user = 'Ada'), (ctx['own'] = 1), next())),
        fromKoa('two', async (ctx, next) => {
          ctx.state.user += '!';
          await next();
          ctx.set('X-After', `${ctx['own']} ${ctx.state.user}`);
        }),
      ],
      (route) => route.get('/', (ctx) => ctx.response().string(200, koaContext(ctx).state.user)),
    );
    const [first, second] = await Promise.all([fetch(url), fetch(url)]);
    for (const response of [first, second])
      expect([response.headers.get('x-after'), await response.text()]).toEqual(['1 Ada!', 'Ada!']);
  });

  test('shows the response after next(), and what is set there is sent', async () => {
    let seen: unknown;
    const response = await reply(async (ctx, next) => {
      ctx.set('X-Own', 'koa');
      ctx.set('X-Before', '1');
      await next();
      seen = [ctx.status, ctx.body, ctx.type, ctx.length, ctx.response.get('X-Own'), ctx.response.get('X-Before')];
      ctx.status = 201;
      ctx.body = { changed: true };
      ctx.remove('X-Own');
    });
    expect(seen).toEqual([200, 'ok', 'text/plain', 2, 'own', '1']);
    expect([response.status, response.statusText, await response.text()]).toEqual([201, 'Created', '{"changed":true}']);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect([response.headers.get('x-own'), response.headers.get('x-before')]).toEqual([null, '1']);
  });

  test('hands a body set inside on to the Koa middleware outside as it was set', async () => {
    const body = { a: 1 };
    let same = false;
    const { url } = await open(
      [
        fromKoa('outer', async (ctx, next) => {
          await next();
          same = ctx.body === body;
        }),
        fromKoa('inner', (ctx) => void (ctx.body = body)),
      ],
      (route) => route.get('/', (ctx) => ctx.response().noContent()),
    );
    expect(await (await fetch(url)).json()).toEqual(body);
    expect(same).toBe(true);
  });

  test('shows what a middleware of ours between two of Koa changed', async () => {
    const between: Middleware = {
      signature: () => 'between',
      async handle(_ctx, next) {
        const response = await next();
        return Object.assign(response.removeHeader('X-Inner').setHeader('X-Between', '1'), { status: 202 });
      },
    };
    let seen: unknown;
    const { url } = await open(
      [
        fromKoa('outer', async (ctx, next) => {
          ctx.set('X-Outer', '1');
          await next();
          seen = [ctx.status, ctx.has('X-Inner'), ctx.response.get('X-Between')];
        }),
        between,
        fromKoa('inner', (ctx, next) => (ctx.set('X-Inner', '1'), next())),
      ],
      (route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')),
    );
    const { status, headers } = await fetch(url);
    expect(seen).toEqual([202, false, '1']);
    expect([status, headers.get('x-outer'), headers.get('x-inner'), headers.get('x-between')]).toEqual([
      202,
      '1',
      null,
      '1',
    ]);
  });

  test('a body set before next() is the answer where the handler gives none', async () => {
    const { url } = await open([fromKoa('body', (ctx, next) => ((ctx.body = 'from koa'), next()))], (route) => {
      route.get('/silent', (ctx) => void ctx.response().header('X-Staged', '1'));
      route.get('/own', (ctx) => ctx.response().string(200, 'own'));
      route.get('/inside', (ctx) => void (koaContext(ctx).body = { by: 'handler' }));
    });
    const silent = await fetch(`${url}/silent`);
    expect([silent.status, silent.headers.get('x-staged'), await silent.text()]).toEqual([200, '1', 'from koa']);
    expect(await (await fetch(`${url}/own`)).text()).toBe('own');
    expect(await (await fetch(`${url}/inside`)).json()).toEqual({ by: 'handler' });
  });

  test.each<[what: string, body: () => unknown, text: string, type: string]>([
    ['a list', () => [1], '[1]', 'application/json; charset=utf-8'],
    ['a number', () => 5, '5', 'application/json; charset=utf-8'],
    ['a Buffer', () => Buffer.from('b'), 'b', 'application/octet-stream'],
    ['a Blob', () => new Blob(['blob'], { type: 'text/css' }), 'blob', 'text/css; charset=utf-8'],
    ['a Node stream', () => Readable.from(['s1', 's2']), 's1s2', 'application/octet-stream'],
    ['a Web stream', () => new Blob(['web']).stream(), 'web', 'application/octet-stream'],
    ['a Web response', () => new Response('own', { headers: { 'content-type': 'text/x-own' } }), 'own', 'text/x-own'],
  ])('sends %s set as body', async (_what, body, text, type) => {
    const response = await reply((ctx) => void (ctx.body = body()));
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([200, type, text]);
  });

  test('ctx.throw and ctx.assert answer their status, message and headers; other headers are taken back', async () => {
    const { url } = await open(
      [
        fromKoa('outer', (ctx, next) => (ctx.set('X-Outer', '1'), next())),
        fromKoa('assert', (ctx, next) => {
          ctx.set('X-Inner', '1');
          ctx.body = 'never sent';
          const koa: Koa.Context = ctx;
          koa.assert(ctx.get('X-Token') !== '', 401, 'no token', { headers: { 'WWW-Authenticate': 'Own' } });
          return next();
        }),
      ],
      (route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')),
    );
    const { status, headers, ...response } = await fetch(url).then(async (made) => ({
      status: made.status,
      headers: made.headers,
      body: await made.json(),
    }));
    expect([status, response.body]).toEqual([401, expect.objectContaining({ message: 'no token' })]);
    expect([headers.get('www-authenticate'), headers.get('x-outer'), headers.get('x-inner')]).toEqual([
      'Own',
      '1',
      null,
    ]);
    expect((await fetch(url, { headers: { 'x-token': '1' } })).headers.get('x-inner')).toBe('1');
  });

  test('an error after next() is reported, and the body inside is closed', async () => {
    const source = Readable.from(['never sent']);
    const { url } = await open(
      [
        fromKoa('fails', async (_ctx, next) => {
          await next();
          throw new Error('after');
        }),
      ],
      (route) => route.get('/', (ctx) => ctx.response().stream(200, source)),
    );
    expect((await fetch(url)).status).toBe(500);
    expect([source.destroyed, reported.map(String)]).toEqual([true, ['Error: after']]);
  });

  test('ctx.respond = false leaves the reply to the middleware, also after it has returned', async () => {
    const response = await reply((ctx) => {
      ctx.respond = false;
      setImmediate(() => {
        ctx.res.writeHead(202, { 'X-By': 'hand' });
        ctx.res.write('by ');
        setImmediate(() => ctx.res.end('hand'));
      });
    });
    expect([response.status, response.headers.get('x-by'), await response.text()]).toEqual([202, 'hand', 'by hand']);
    expect(reported).toEqual([]);
  });

  test('cookies are signed by a key made of APP_KEY; without one a signed cookie is refused with the reason', async () => {
    const middleware: Koa.Middleware = (ctx) => {
      ctx.body = ctx.cookies.get('a', { signed: true }) ?? 'none';
      ctx.cookies.set('a', 'kept', { signed: true });
    };
    const config = { app: { key: 'k'.repeat(43) } };
    const first = await reply(middleware, {}, config);
    const cookie = first.headers.getSetCookie().map((one) => one.split(';')[0]);
    expect([await first.text(), cookie]).toEqual(['none', ['a=kept', expect.stringMatching(/^a\.sig=.{20,}$/)]]);
    expect(cookie.join()).not.toContain('kkkk');
    const { url } = served ?? {};
    expect(await (await fetch(String(url), { headers: { cookie: cookie.join('; ') } })).text()).toBe('kept');
    await served?.close();
    const without = await reply(middleware, {}, { app: { key: null } });
    expect([without.status, reported.map(String)]).toEqual([500, [expect.stringContaining('no APP_KEY')]]);
  });

  test('the client, host and scheme are those that http.trusted_proxies decides', async () => {
    const tell: Koa.Middleware = (ctx) => {
      ctx.body = [ctx.app.proxy, ctx.ip, ctx.ips, ctx.host, ctx.protocol, ctx.secure, ctx.href];
    };
    const headers = {
      'x-forwarded-for': '6.6.6.6, 203.0.113.9',
      'x-forwarded-host': 'evil.test, shop.test',
      'x-forwarded-proto': 'http, https',
    };
    const believed = await reply(tell, { headers }, { http: { trusted_proxies: 1 } });
    expect(await believed.json()).toEqual([
      true,
      '203.0.113.9',
      ['203.0.113.9'],
      'shop.test',
      'https',
      true,
      'https://shop.test/',
    ]);
    await served?.close();
    const direct = await reply(tell, { headers });
    const host = new URL(served?.url ?? '').host;
    expect(await direct.json()).toEqual([false, '127.0.0.1', [], host, 'http', false, `http://${host}/`]);
  });

  test("ctx.app.emit('error') is reported", async () => {
    await reply((ctx, next) => (ctx.app.emit('error', new Error('told'), ctx), next()));
    expect(reported.map(String)).toEqual(['Error: told']);
  });

  test('a time-out is answered with its own status text, length and type, whatever Koa has set before', async () => {
    const { url } = await open(
      [
        fromKoa('sets', (ctx, next) => {
          ctx.status = 404;
          ctx.body = 'a body of its own';
          return next();
        }),
      ],
      (route) => route.get('/', () => new Promise(() => undefined)),
      { http: { request_timeout: 0.05 } },
    );
    const response = await fetch(url);
    expect([response.status, response.statusText]).toEqual([503, 'Service Unavailable']);
    expect(await response.json()).toMatchObject({ code: 'E_REQUEST_TIMEOUT' });
  });

  test.each<[member: string, use: Koa.Middleware]>([
    ['ctx.url', (ctx, next) => ((ctx.url = '/other'), next())],
    ['ctx.url', (ctx, next) => ((ctx.path = '/other'), next())],
    ['ctx.method', (ctx, next) => ((ctx.method = 'DELETE'), next())],
    ['ctx.message', (ctx, next) => ((ctx.message = 'Own'), next())],
    ['ctx.flushHeaders()', (ctx, next) => (ctx.flushHeaders(), next())],
    ['app.use()', (ctx, next) => (ctx.app.use((_ctx, go) => go()), next())],
    ['app.callback()', (ctx, next) => (ctx.app.callback(), next())],
    ['app.listen()', (ctx, next) => (ctx.app.listen(0), next())],
  ])('%s cannot work, and says so', async (member, use) => {
    expect((await reply(use)).status).toBe(500);
    expect(reported).toEqual([expect.objectContaining({ code: 'E_KOA_UNSUPPORTED' })]);
    expect(String(reported[0])).toContain(`used ${member}, which cannot work here`);
  });

  test('an error of create() stops the boot', async () => {
    const broken = fromKoa('broken', {
      create: () => {
        throw new Error('no store');
      },
    });
    await expect(open([broken], (route) => route.get('/', (ctx) => ctx.response().noContent()))).rejects.toThrow(
      'no store',
    );
  });
});
