import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterEach, expect, test } from '@jest/globals';
import type { Middleware } from '@taproot/core';
import { type ConnectMiddleware, connectRequest, fromConnect, type Router } from '@taproot/routing';
import { type Served, serve } from '../../support/serve.ts';

type Factory = (...args: unknown[]) => ConnectMiddleware;
type Members = Readonly<Record<string, unknown>>;

/** What a package exports. Most have no types; each is used here by what its own page says. */
const exportsOf = async (name: string): Promise<Readonly<Record<string, Factory>>> => await import(name);

const middlewareOf = async (name: string, ...args: unknown[]): Promise<ConnectMiddleware> => {
  const { default: make } = await exportsOf(name);
  if (make === undefined) throw new Error(`${name} has no default export.`);
  return make(...args);
};

const named = async (name: string, ...args: unknown[]): Promise<Middleware> =>
  fromConnect(name, await middlewareOf(name, ...args));

const sessionOptions = { secret: 'roots', resave: false, saveUninitialized: false };
const long = 'root '.repeat(1000);

/** Puts members of Node's request into the response. */
const shows =
  (...names: string[]) =>
  (route: Router): void => {
    route.any('/', (ctx) => {
      const req = connectRequest<Members>(ctx);
      return Object.fromEntries(names.map((name) => [name, req[name] ?? null]));
    });
  };

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const counts = (route: Router): void => {
  route.get('/', (ctx) => {
    const { session } = connectRequest<{ session: { visits?: number } }>(ctx);
    session.visits = (session.visits ?? 0) + 1;
    return { visits: session.visits };
  });
};

/** Two visits of one session. */
const visitTwice = async (url: string): Promise<void> => {
  const first = await fetch(url);
  expect(await first.json()).toEqual({ visits: 1 });
  const second = await fetch(url, { headers: { cookie: cookiesOf(first) } });
  expect(await second.json()).toEqual({ visits: 2 });
};

/** What is used of passport, which has no types. */
interface Passport {
  serializeUser(serialize: (user: unknown, done: (error: null, id: number) => void) => void): void;
  deserializeUser(deserialize: (id: unknown, done: (error: null, user: object) => void) => void): void;
  use(
    name: string,
    strategy: {
      authenticate(this: { success(user: object): void; pass(): void }, req: IncomingMessage): void;
    },
  ): void;
  initialize(): ConnectMiddleware;
  session(): ConnectMiddleware;
  authenticate(name: string): ConnectMiddleware;
}

interface Case {
  readonly middleware: () => Promise<readonly Middleware[]>;
  readonly routes?: (route: Router) => void;
  readonly check: (url: string) => Promise<void>;
}

const lines: string[] = [];
const toLines = new Writable({
  write(chunk, _encoding, done) {
    lines.push(String(chunk));
    done();
  },
});

const cases: Readonly<Record<string, Case>> = {
  helmet: {
    middleware: async () => [await named('helmet')],
    check: async (url) => {
      for (const path of ['/', '/fails']) {
        const { headers } = await fetch(url + path);
        expect([headers.get('x-frame-options'), headers.has('content-security-policy')]).toEqual(['SAMEORIGIN', true]);
      }
    },
  },
  compression: {
    middleware: async () => [await named('compression')],
    check: async (url) => {
      for (const path of ['/long', '/stream', '/file']) {
        const response = await fetch(url + path, { headers: { 'accept-encoding': 'gzip' } });
        expect([path, response.headers.get('content-encoding')]).toEqual([path, 'gzip']);
        expect(response.headers.get('vary')).toContain('Accept-Encoding');
        if (path !== '/file') expect(await response.text()).toBe(long);
        else await response.text();
      }
      const short = await fetch(url, { headers: { 'accept-encoding': 'gzip' } });
      expect([short.headers.get('content-encoding'), await short.json()]).toEqual([null, { a: 1 }]);
    },
  },
  morgan: {
    middleware: async () => [await named('morgan', ':method :url :status :res[content-length]', { stream: toLines })],
    check: async (url) => {
      lines.length = 0;
      await (await fetch(`${url}/?a=b`)).text();
      await (await fetch(`${url}/none`)).text();
      expect(lines[0]).toBe('GET /?a=b 200 7\n');
    },
  },
  'response-time': {
    middleware: async () => [await named('response-time')],
    check: async (url) => expect((await fetch(url)).headers.get('x-response-time')).toMatch(/ms$/),
  },
  'cookie-parser': {
    middleware: async () => [await named('cookie-parser')],
    routes: shows('cookies'),
    check: async (url) =>
      expect(await (await fetch(url, { headers: { cookie: 'a=1; b=2' } })).json()).toEqual({
        cookies: { a: '1', b: '2' },
      }),
  },
  'express-session': {
    middleware: async () => [await named('express-session', sessionOptions)],
    routes: counts,
    check: visitTwice,
  },
  'cookie-session': {
    middleware: async () => [await named('cookie-session', { secret: 'roots' })],
    routes: counts,
    check: visitTwice,
  },
  'connect-flash': {
    middleware: async () => [await named('express-session', sessionOptions), await named('connect-flash')],
    routes: (route) => {
      type Flash = { flash: (kind: string, text?: string) => unknown };
      route.post('/', (ctx) => void connectRequest<Flash>(ctx).flash('info', 'saved'));
      route.get('/', (ctx) => ({ info: connectRequest<Flash>(ctx).flash('info') }));
    },
    check: async (url) => {
      const cookie = cookiesOf(await fetch(url, { method: 'POST' }));
      expect(await (await fetch(url, { headers: { cookie } })).json()).toEqual({ info: ['saved'] });
      expect(await (await fetch(url, { headers: { cookie } })).json()).toEqual({ info: [] });
    },
  },
  cors: {
    middleware: async () => [await named('cors', { origin: 'https://shop.example' })],
    check: async (url) => {
      expect((await fetch(url)).headers.get('access-control-allow-origin')).toBe('https://shop.example');
      const preflight = await fetch(url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'PUT' } });
      expect(preflight.status).toBe(204);
    },
  },
  hpp: {
    middleware: async () => [await named('hpp')],
    routes: shows('query', 'queryPolluted'),
    check: async (url) =>
      expect(await (await fetch(`${url}/?a=1&a=2`)).json()).toEqual({
        query: { a: '2' },
        queryPolluted: { a: ['1', '2'] },
      }),
  },
  'express-rate-limit': {
    middleware: async () => [
      await named('express-rate-limit', { limit: 1, legacyHeaders: false, standardHeaders: true }),
    ],
    check: async (url) => {
      const [first, second] = [await fetch(url), await fetch(url)];
      expect([first.status, first.headers.get('ratelimit-limit')]).toEqual([200, '1']);
      expect([second.status, await second.text()]).toEqual([429, expect.stringContaining('Too many requests')]);
    },
  },
  'express-slow-down': {
    middleware: async () => [await named('express-slow-down', { delayAfter: 1, delayMs: () => 1 })],
    routes: shows('slowDown'),
    check: async (url) => {
      await (await fetch(url)).text();
      expect(await (await fetch(url)).json()).toMatchObject({ slowDown: { used: 2, delay: 1 } });
    },
  },
  passport: {
    middleware: async () => {
      const name: string = 'passport';
      const { Passport } = ((await import(name)) as { default: { Passport: new () => Passport } }).default;
      const passport = new Passport();
      passport.serializeUser((_user, done) => done(null, 7));
      passport.deserializeUser((id, done) => done(null, { id: Number(id) }));
      passport.use('header', {
        authenticate(req) {
          if (req.headers['x-user'] === 'ada') this.success({ id: 7 });
          else this.pass();
        },
      });
      return [
        await named('express-session', sessionOptions),
        fromConnect('passport', passport.initialize()),
        fromConnect('passport:session', passport.session()),
        fromConnect('passport:header', passport.authenticate('header')),
      ];
    },
    routes: shows('user'),
    check: async (url) => {
      const login = await fetch(url, { headers: { 'x-user': 'ada' } });
      expect(await login.json()).toEqual({ user: { id: 7 } });
      expect(await (await fetch(url, { headers: { cookie: cookiesOf(login) } })).json()).toEqual({ user: { id: 7 } });
      expect(await (await fetch(url)).json()).toEqual({ user: null });
    },
  },
  'csrf-csrf': {
    middleware: async () => {
      const { doubleCsrf } = await import('csrf-csrf');
      const { doubleCsrfProtection, generateCsrfToken } = doubleCsrf({
        getSecret: () => 'a secret of more than 32 characters',
        getSessionIdentifier: () => 'session',
        cookieName: 'csrf',
        cookieOptions: { secure: false },
      });
      const token: ConnectMiddleware = (req, res, next) => {
        if (req.method === 'GET') Object.assign(req, { token: Reflect.apply(generateCsrfToken, null, [req, res]) });
        next();
      };
      return [await named('cookie-parser'), fromConnect('token', token), fromConnect('csrf', doubleCsrfProtection)];
    },
    routes: shows('token'),
    check: async (url) => {
      expect((await fetch(url, { method: 'POST' })).status).toBe(403);
      const page = await fetch(url);
      const { token } = (await page.json()) as { token: string };
      const headers = { cookie: cookiesOf(page), 'x-csrf-token': token };
      expect((await fetch(url, { method: 'POST', headers })).status).toBe(200);
    },
  },
  'serve-favicon': {
    middleware: async () => [await named('serve-favicon', Buffer.from('icon'))],
    check: async (url) => {
      const icon = await fetch(`${url}/favicon.ico`);
      expect([icon.headers.get('content-type'), await icon.text()]).toEqual(['image/x-icon', 'icon']);
      expect(await (await fetch(url)).json()).toEqual({ a: 1 });
    },
  },
  'connect-timeout': {
    middleware: async () => [await named('connect-timeout', '20ms')],
    check: async (url) => {
      const late = await fetch(`${url}/never`);
      expect([late.status, (await fetch(url)).status]).toEqual([503, 200]);
    },
  },
  multer: {
    middleware: async () => {
      const { default: multer } = await import('multer');
      return [fromConnect('multer', multer({ storage: multer.memoryStorage() }).single('picture'))];
    },
    routes: (route) => {
      type File = { originalname: string; buffer: Buffer };
      route.post('/', (ctx) => {
        const { file } = connectRequest<{ file: File }>(ctx);
        return { title: ctx.request().input('title'), name: file.originalname, bytes: String(file.buffer) };
      });
    },
    check: async (url) => {
      const body = new FormData();
      body.set('title', 'Oak');
      body.set('picture', new Blob(['bytes'], { type: 'image/png' }), 'oak.png');
      const reply = await fetch(url, { method: 'POST', body });
      expect(await reply.json()).toEqual({ title: 'Oak', name: 'oak.png', bytes: 'bytes' });
    },
  },
  'body-parser': {
    middleware: async () => {
      const parser = await import('body-parser');
      return [fromConnect('json', parser.json({ limit: 20 })), fromConnect('form', parser.urlencoded())];
    },
    routes: (route) => void route.post('/', (ctx) => ctx.request().all()),
    check: async (url) => {
      const json = { method: 'POST', body: '{"a":[1]}', headers: { 'content-type': 'application/json' } };
      expect(await (await fetch(url, json)).json()).toEqual({ a: [1] });
      expect(await (await fetch(url, { method: 'POST', body: new URLSearchParams({ b: '2' }) })).json()).toEqual({
        b: '2',
      });
      expect((await fetch(url, { ...json, body: '{' })).status).toBe(400);
      expect((await fetch(url, { ...json, body: JSON.stringify(long) })).status).toBe(413);
    },
  },
  'express-useragent': {
    middleware: async () => {
      const { express } = await exportsOf('express-useragent');
      if (express === undefined) throw new Error('express-useragent has no express().');
      return [fromConnect('useragent', express())];
    },
    routes: (route) => {
      type Agent = { useragent: { browser: string } };
      route.get('/', (ctx) => ({ browser: connectRequest<Agent>(ctx).useragent.browser }));
    },
    check: async (url) => {
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
      expect(await (await fetch(url, { headers })).json()).toEqual({ browser: 'Firefox' });
    },
  },
  'express-mongo-sanitize': {
    middleware: async () => [await named('express-mongo-sanitize')],
    routes: shows('query'),
    check: async (url) => expect(await (await fetch(`${url}/?$where=1&a=2`)).json()).toEqual({ query: { a: '2' } }),
  },
  'express-basic-auth': {
    middleware: async () => [await named('express-basic-auth', { users: { ada: 'roots' }, challenge: true })],
    routes: shows('auth'),
    check: async (url) => {
      const refused = await fetch(url);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Basic'),
      ]);
      const headers = { authorization: `Basic ${btoa('ada:roots')}` };
      expect(await (await fetch(url, { headers })).json()).toEqual({ auth: { user: 'ada', password: 'roots' } });
    },
  },
  nocache: {
    middleware: async () => [await named('nocache')],
    check: async (url) => expect((await fetch(url)).headers.get('cache-control')).toContain('no-store'),
  },
  'serve-static': {
    middleware: async () => [await named('serve-static', import.meta.dirname)],
    check: async (url) => {
      const file = await fetch(`${url}/packages.test.ts`);
      expect(await file.text()).toContain('serve-static');
      const tag = String(file.headers.get('etag'));
      const again = await fetch(`${url}/packages.test.ts`, {
        headers: { 'if-none-match': tag, 'cache-control': 'max-age=60' },
      });
      expect(again.status).toBe(304);
      expect(await (await fetch(url)).json()).toEqual({ a: 1 });
    },
  },
  'serve-index': {
    middleware: async () => [await named('serve-index', import.meta.dirname)],
    check: async (url) => {
      const list = await fetch(url, { headers: { accept: 'application/json' } });
      expect(await list.json()).toContain('packages.test.ts');
    },
  },
  'method-override': {
    middleware: async () => [await named('method-override')],
    check: async (url) => {
      const headers = { 'x-http-method-override': 'DELETE' };
      expect((await fetch(url, { method: 'POST', headers })).status).toBe(500);
      expect(String(reported.splice(0)[0])).toContain('req.method');
      expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    },
  },
  'connect-history-api-fallback': {
    middleware: async () => [await named('connect-history-api-fallback')],
    check: async (url) => {
      expect((await fetch(`${url}/long`, { headers: { accept: 'text/html' } })).status).toBe(500);
      expect(String(reported.splice(0)[0])).toContain('req.url');
      expect((await fetch(url, { headers: { accept: 'application/json' } })).status).toBe(200);
    },
  },
};

const plain = (route: Router): void => {
  route.any('/', () => ({ a: 1 }));
  route.get('/long', (ctx) => ctx.response().string(200, long));
  route.get('/stream', (ctx) => ctx.response().stream(200, [long], 'text/plain'));
  route.get('/file', (ctx) => ctx.response().file(join(import.meta.dirname, '../../../package.json')));
  route.get('/fails', () => Promise.reject(new Error('broken')));
  route.get('/never', () => new Promise(() => undefined));
  route.get('/favicon.ico', () => ({}));
  route.get('/packages.test.ts', () => ({}));
};

const plainCase: Case = {
  middleware: () => Promise.resolve([]),
  check: () => Promise.reject(new Error('No such case.')),
};

let served: Served | null = null;
const reported: unknown[] = [];

afterEach(async () => {
  await served?.close();
  served = null;
  reported.length = 0;
});

const modes = ['koa', 'koa with its pipeline', 'fastify', 'fastify with its pipeline'];

test.each(modes.flatMap((mode) => Object.keys(cases).map((name) => [name, mode] as const)))(
  '%s works by fromConnect() on the driver %s',
  async (name, mode) => {
    const { middleware, routes = plain, check } = cases[name] ?? plainCase;
    const steps = await middleware();
    served = await serve((route) => routes(route.middleware(...steps)), {
      driver: mode.split(' ')[0] ?? '',
      config: { http: { overload: null } },
      apply: (app) => {
        app.hooks.report.tap('test', (error) => void reported.push(error));
        if (!mode.includes('pipeline')) return;
        const { driver: hook } = app.facades.Http().hooks;
        hook.for('koa').tap('test', (koa) => void koa.use((_ctx, next) => next()));
        hook.for('fastify').tap('test', (app) => void app.addHook('onRequest', (_request, _reply, done) => done()));
      },
    });
    await check(served.url);
    expect(reported.map(String).filter((text) => !/broken|Service Unavailable/.test(text))).toEqual([]);
  },
);
