import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { bodyParser } from '@koa/bodyparser';
import multer from '@koa/multer';
import type { Middleware } from '@taproot/core';
import { fromKoa, koaContext } from '@taproot/koa';
import type { Router } from '@taproot/routing';
import { SignJWT } from 'jose';
import Koa from 'koa';
import compress from 'koa-compress';
import conditional from 'koa-conditional-get';
import etag from 'koa-etag';
import helmet from 'koa-helmet';
import jwt from 'koa-jwt';
import mount from 'koa-mount';
import passports from 'koa-passport';
import session from 'koa-session';
import staticCache from 'koa-static-cache';
import { type Served, serve } from '../support/serve.ts';

const { KoaPassport } = passports;

/** Headers of a conditional request. With no Cache-Control of its own, fetch() would send one that asks for everything. */
const notChanged = (tag: string | null) => ({ 'if-none-match': String(tag), 'cache-control': 'max-age=60' });

describe.each(['koa', 'fastify'])('E-2: packages of Koa on the %s driver', (driver) => {
  let served: Served | null = null;
  const reported: unknown[] = [];

  /** The address of an application with these Koa middleware around these routes. */
  const around = async (middleware: Middleware[], register: (route: Router) => void): Promise<string> => {
    served = await serve((route) => register(route.middleware(...middleware)), {
      driver,
      config: { app: { key: 'k'.repeat(43) } },
      apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)),
    });
    return served.url;
  };

  beforeEach(() => {
    reported.length = 0;
  });

  afterEach(async () => {
    await served?.close();
    served = null;
    expect(reported).toEqual([]);
  });

  test('koa-compress compresses text and streams, and leaves events alone', async () => {
    const long = 'root '.repeat(1000);
    const url = await around([fromKoa('compress', compress())], (route) => {
      route.get('/text', (ctx) => ctx.response().string(200, long));
      route.get('/stream', (ctx) => ctx.response().stream(200, [long], 'text/plain'));
      route.get('/events', (ctx) => ctx.response().eventStream([long]));
    });
    for (const path of ['/text', '/stream']) {
      const response = await fetch(url + path, { headers: { 'accept-encoding': 'gzip' } });
      expect([path, response.headers.get('content-encoding')]).toEqual([path, 'gzip']);
      expect(response.headers.get('vary')).toContain('Accept-Encoding');
      expect(await response.text()).toBe(long);
    }
    const events = await fetch(`${url}/events`, { headers: { 'accept-encoding': 'gzip' } });
    expect(events.headers.get('content-encoding')).toBeNull();
    await events.text();
  });

  test('koa-conditional-get and koa-etag answer 304 to who has the body already, for text, bytes and files', async () => {
    const middleware = [fromKoa('conditional', conditional()), fromKoa('etag', etag())];
    const url = await around(middleware, (route) => {
      route.get('/json', (ctx) => ctx.response().json(200, { a: 1 }));
      route.get('/bytes', (ctx) => ctx.response().data(200, 'image/png', new Uint8Array([1, 2])));
      route.get('/file', (ctx) => ctx.response().file(import.meta.filename));
    });
    for (const path of ['/json', '/bytes', '/file']) {
      const first = await fetch(url + path);
      const tag = first.headers.get('etag');
      expect([path, first.status, tag]).toEqual([path, 200, expect.stringMatching(/^(?:W\/)?".+"$/)]);
      expect((await first.arrayBuffer()).byteLength).toBeGreaterThan(1);
      const second = await fetch(url + path, { headers: notChanged(tag) });
      expect([path, second.status, await second.text()]).toEqual([path, 304, '']);
      expect(second.headers.get('etag')).toBe(tag);
    }
  });

  test('koa-session keeps a session in a cookie signed with APP_KEY, which handlers read and change', async () => {
    const sessions = fromKoa('session', { create: (app) => session({ key: 'sid' }, app) });
    const url = await around([sessions], (route) => {
      route.get('/', (ctx) => {
        const { session: kept } = koaContext(ctx);
        kept.views = (kept.views ?? 0) + 1;
        return ctx.response().cookie('own', '1').json(200, kept.views);
      });
    });
    const first = await fetch(url);
    const cookies = first.headers.getSetCookie();
    expect([await first.json(), cookies.map((cookie) => cookie.split('=')[0])]).toEqual([
      1,
      expect.arrayContaining(['sid', 'sid.sig', 'own']),
    ]);
    const cookie = cookies.map((one) => one.split(';')[0]).join('; ');
    expect(await (await fetch(url, { headers: { cookie } })).json()).toBe(2);
    const forged = cookie.replace(/sid\.sig=[^;]*/, 'sid.sig=forged');
    expect(await (await fetch(url, { headers: { cookie: forged } })).json()).toBe(1);
  });

  test('D-10: a session without APP_KEY is an error with a code and its fix', async () => {
    const sessions = fromKoa('session', { create: (app) => session({}, app) });
    served = await serve(
      (route) =>
        route.middleware(sessions).get('/', (ctx) => {
          koaContext(ctx).session.views = 1;
          return {};
        }),
      { driver, apply: (app) => app.hooks.report.tap('test', (error) => void reported.push(error)) },
    );
    expect((await fetch(served.url)).status).toBe(500);
    const [error] = reported.splice(0);
    expect(error).toMatchObject({ code: 'E_KOA_KEY_MISSING', fix: expect.stringContaining('key:generate') });
  });

  test('koa-helmet sets its headers, on errors and unknown addresses too', async () => {
    served = await serve((route) => route.get('/', (ctx) => ctx.response().string(200, 'ok')), {
      driver,
      apply: (app) =>
        app.hooks.boot.tap('test', () => void app.facades.Http().globalMiddleware.append(fromKoa('helmet', helmet()))),
    });
    for (const path of ['/', '/unknown']) {
      const response = await fetch(served.url + path);
      expect([path, response.headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN']);
      expect(response.headers.get('content-security-policy')).toContain("default-src 'self'");
    }
  });

  test('koa-passport logs in, keeps the user in the session, and refuses guests', async () => {
    const passport = new KoaPassport();
    passport.serializeUser((user, done) => done(null, user.id));
    passport.deserializeUser((id, done) => done(null, { id }));
    passport.use({
      name: 'header',
      authenticate(req) {
        if (req.headers['x-user'] === 'ada') this.success({ id: 7 });
        else this.fail();
      },
    });
    const middleware = [
      fromKoa('session', { create: (app) => session({}, app) }),
      fromKoa('passport', passport.initialize()),
      fromKoa('passport:session', passport.session()),
    ];
    const url = await around(middleware, (route) => {
      route
        .post('/login', (ctx) => ctx.response().json(200, koaContext(ctx).state.user))
        .middleware(fromKoa('login', passport.authenticate('header')));
      route.get('/me', (ctx) => {
        const koa = koaContext(ctx);
        return ctx.response().json(koa.isAuthenticated() === true ? 200 : 401, koa.state.user ?? null);
      });
    });
    expect((await fetch(`${url}/login`, { method: 'POST' })).status).toBe(401);
    expect((await fetch(`${url}/me`)).status).toBe(401);
    const login = await fetch(`${url}/login`, { method: 'POST', headers: { 'x-user': 'ada' } });
    expect(await login.json()).toEqual({ id: 7 });
    const cookie = login.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const me = await fetch(`${url}/me`, { headers: { cookie } });
    expect([me.status, await me.json()]).toEqual([200, { id: 7 }]);
  });

  test('@koa/bodyparser reads a body, which middleware and handlers find in ctx.request.body', async () => {
    const url = await around([fromKoa('body', bodyParser())], (route) => {
      route.post('/', (ctx) => ctx.response().json(200, koaContext(ctx).request.body)).rawBody();
      route.post('/input', (ctx) => ctx.response().string(ctx.request().inputInt('c') === 3 ? 200 : 400, 'taken over'));
    });
    expect((await fetch(`${url}/input`, { method: 'POST', body: new URLSearchParams({ c: '3' }) })).status).toBe(200);
    const json = { method: 'POST', body: '{"a":[1]}', headers: { 'content-type': 'application/json' } };
    expect(await (await fetch(url, json)).json()).toEqual({ a: [1] });
    const form = { method: 'POST', body: new URLSearchParams({ b: '2' }) };
    expect(await (await fetch(url, form)).json()).toEqual({ b: '2' });
    expect((await fetch(url, { ...json, body: '{' })).status).toBe(400);
  });

  test('@koa/multer reads files and fields', async () => {
    const upload = fromKoa('upload', multer({ storage: multer.memoryStorage() }).single('picture'));
    const url = await around([upload], (route) => {
      route
        .post('/', (ctx) => {
          const { request, file } = koaContext(ctx);
          return ctx.response().json(200, [request.body, file.originalname, String(file.buffer)]);
        })
        .rawBody();
    });
    const body = new FormData();
    body.set('title', 'Root');
    body.set('picture', new Blob(['bytes'], { type: 'image/png' }), 'root.png');
    const response = await fetch(url, { method: 'POST', body });
    expect(await response.json()).toEqual([{ title: 'Root' }, 'root.png', 'bytes']);
  });

  test('koa-mount runs an application of Koa below a prefix, and passes on what lies beside it', async () => {
    const old = new Koa();
    old.use((ctx) => {
      ctx.body = { path: ctx.path, url: ctx.url, from: ctx.originalUrl, mounted: ctx['mountPath'] };
    });
    const url = await around([fromKoa('old', mount('/old', old))], (route) => {
      route.get('/{path*}', (ctx) => ctx.response().string(200, ctx.request().path()));
    });
    expect(await (await fetch(`${url}/old/caf%C3%A9/%20x?a=1`)).json()).toEqual({
      path: '/caf%C3%A9/%20x',
      url: '/caf%C3%A9/%20x?a=1',
      from: '/old/caf%C3%A9/%20x?a=1',
      mounted: '/old',
    });
    expect(await (await fetch(`${url}/new/caf%C3%A9`)).text()).toBe('/new/café');
  });

  test('koa-static-cache answers files and 304, and passes on other addresses', async () => {
    const root = await mkdtemp(join(tmpdir(), 'taproot-static-'));
    await writeFile(join(root, 'a.txt'), 'a file');
    const url = await around([fromKoa('static', staticCache(root, { maxAge: 60 }))], (route) => {
      route.get('/{path*}', (ctx) => ctx.response().string(200, 'a route'));
    });
    const file = await fetch(`${url}/a.txt`);
    expect([await file.text(), file.headers.get('cache-control')]).toEqual(['a file', 'public, max-age=60']);
    const tag = file.headers.get('etag');
    expect((await fetch(`${url}/a.txt`, { headers: notChanged(tag) })).status).toBe(304);
    const head = await fetch(`${url}/a.txt`, { method: 'HEAD' });
    expect([head.headers.get('content-length'), await head.text()]).toEqual(['6', '']);
    expect(await (await fetch(`${url}/b.txt`)).text()).toBe('a route');
    await rm(root, { recursive: true });
  });

  test('koa-jwt puts the claims into ctx.state, and refuses who has no token', async () => {
    const secret = 'a secret of more than 32 characters';
    const url = await around([fromKoa('jwt', jwt({ secret }))], (route) => {
      route.get('/', (ctx) => ctx.response().json(200, koaContext(ctx).state.user.name));
    });
    const refused = await fetch(url);
    expect([refused.status, await refused.json()]).toEqual([401, expect.objectContaining({ code: 'E_HTTP_401' })]);
    const token = await new SignJWT({ name: 'Ada' }).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(secret));
    const allowed = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    expect(await allowed.json()).toBe('Ada');
  });
});
