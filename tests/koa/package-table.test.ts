import { afterEach, expect, test } from '@jest/globals';
import { bodyParser } from '@koa/bodyparser';
import { fromKoa, type KoaSource } from '@taproot/koa';
import type { Router } from '@taproot/routing';
import type Koa from 'koa';
import { type Served, serve } from '../support/serve.ts';

type Factory = (...args: unknown[]) => Koa.Middleware;

/** Makes the middleware of a package. Most have no types; each is used here by what its own page says. */
const made = async (name: string, ...args: unknown[]): Promise<Koa.Middleware> => {
  const { default: make } = (await import(name)) as { default: Factory };
  return make(...args);
};

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Reads a member of Koa's context, or of what is in it. */
const read = (holder: unknown, ...path: readonly string[]): unknown =>
  path.reduce((found: unknown, name) => Reflect.get(Object(found), name), holder);

/** Shows what a middleware left on Koa's context, in a header. */
const shows =
  (...path: string[]): Koa.Middleware =>
  (ctx, next) => {
    ctx.set('X-Shown', JSON.stringify(read(ctx, ...path)) ?? '');
    return next();
  };

const shown = async (url: string, init: RequestInit = {}): Promise<unknown> =>
  JSON.parse((await fetch(url, init)).headers.get('x-shown') ?? 'null');

const statuses = async (...requests: readonly (readonly [url: string, init?: RequestInit])[]): Promise<number[]> => {
  const found: number[] = [];
  for (const [url, init] of requests) found.push((await fetch(url, init)).status);
  return found;
};

interface Case {
  /** By the name of each. */
  readonly middleware: () => Promise<Readonly<Record<string, KoaSource>>>;
  readonly check: (url: string) => Promise<void>;
}

const missing: Case = {
  middleware: () => Promise.resolve({}),
  check: () => Promise.reject(new Error('No such case.')),
};

const lines: string[] = [];

const cases: Readonly<Record<string, Case>> = {
  '@koa/cors': {
    middleware: async () => ({ cors: await made('@koa/cors', { origin: 'https://shop.example' }) }),
    check: async (url) => {
      const headers = { origin: 'https://shop.example' };
      expect((await fetch(url, { headers })).headers.get('access-control-allow-origin')).toBe('https://shop.example');
    },
  },
  'koa-csrf': {
    middleware: async () => {
      const { default: session } = await import('koa-session');
      return {
        session: { create: (app) => session({}, app) },
        body: bodyParser(),
        csrf: await made('koa-csrf'),
        token: shows('state', '_csrf'),
      };
    },
    check: async (url) => {
      const page = await fetch(url);
      const cookie = cookiesOf(page);
      const token = String(JSON.parse(page.headers.get('x-shown') ?? ''));
      const form = (fields: Record<string, string>): RequestInit => ({
        method: 'POST',
        body: new URLSearchParams(fields),
        headers: { cookie },
      });
      expect(await statuses([`${url}/echo`, form({ a: '1' })])).toEqual([403]);
      const stored = await fetch(`${url}/echo`, form({ a: '1', _csrf: token }));
      expect([stored.status, await stored.json()]).toEqual([200, { a: '1', _csrf: token }]);
      expect(await statuses([`${url}/echo`, { method: 'POST', headers: { cookie, 'csrf-token': token } }])).toEqual([
        200,
      ]);
    },
  },
  'koa-logger': {
    middleware: async () => ({ logger: await made('koa-logger', (text: string) => void lines.push(text)) }),
    check: async (url) => {
      lines.length = 0;
      await (await fetch(url)).text();
      expect(lines.join('\n')).toContain('GET');
    },
  },
  'koa-response-time': {
    middleware: async () => ({ time: await made('koa-response-time') }),
    check: async (url) => expect((await fetch(url)).headers.get('x-response-time')).toMatch(/ms$/),
  },
  'koa-ratelimit': {
    middleware: async () => ({
      limit: await made('koa-ratelimit', { driver: 'memory', db: new Map(), max: 1, duration: 60_000 }),
    }),
    check: async (url) => expect(await statuses([url], [url])).toEqual([200, 429]),
  },
  'koa-json': {
    middleware: async () => ({ json: await made('koa-json', { pretty: true }) }),
    check: async (url) => expect(await (await fetch(url)).json()).toEqual({ a: 1 }),
  },
  'koa-basic-auth': {
    middleware: async () => ({ auth: await made('koa-basic-auth', { name: 'ada', pass: 'roots' }) }),
    check: async (url) => {
      const refused = await fetch(url);
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('Basic'),
      ]);
      expect(await statuses([url, { headers: { authorization: `Basic ${btoa('ada:roots')}` } }])).toEqual([200]);
    },
  },
  'koa-connect': {
    middleware: async () => {
      const { default: helmet } = await import('helmet');
      return { helmet: await made('koa-connect', helmet()) };
    },
    check: async (url) => expect((await fetch(url)).headers.get('x-frame-options')).toBe('SAMEORIGIN'),
  },
  'koa-range': {
    // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a package without types, which a literal would need
    middleware: async () => ({ range: ((await import(String('koa-range'))) as { default: Koa.Middleware }).default }),
    check: async (url) => {
      const part = await fetch(`${url}/text`, { headers: { range: 'bytes=1-2' } });
      expect([part.status, await part.text()]).toEqual([206, 'oo']);
    },
  },
  'koa-favicon': {
    middleware: async () => ({ favicon: await made('koa-favicon', import.meta.filename) }),
    check: async (url) => expect(await statuses([`${url}/favicon.ico`], [url])).toEqual([200, 200]),
  },
  'koa-body': {
    middleware: async () => {
      const { koaBody } = await import('koa-body');
      return { body: koaBody(), shown: shows('request', 'body') };
    },
    check: async (url) => {
      const post = { method: 'POST', body: new URLSearchParams({ a: '1' }) };
      expect(await shown(`${url}/echo`, post)).toEqual({ a: '1' });
      expect(await (await fetch(`${url}/echo`, post)).json()).toEqual({ a: '1' });
    },
  },
  'koa-useragent': {
    middleware: async () => {
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a package without types, which a literal would need
      const { userAgent } = (await import(String('koa-useragent'))) as { userAgent: Koa.Middleware };
      return { agent: userAgent, shown: shows('userAgent', 'browser') };
    },
    check: async (url) => {
      const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
      expect(await shown(url, { headers })).toBe('Firefox');
    },
  },
  'koa-cache-control': {
    middleware: async () => ({ cache: await made('koa-cache-control', { maxAge: 60 }) }),
    check: async (url) => expect((await fetch(url)).headers.get('cache-control')).toBe('max-age=60'),
  },
};

const routes = (route: Pick<Router, 'get' | 'post'>): void => {
  route.get('/', () => ({ a: 1 }));
  route.get('/text', (ctx) => ctx.response().string(200, 'root'));
  route.get('/favicon.ico', () => ({}));
  route.post('/echo', (ctx) => ctx.request().all());
};

let served: Served | null = null;
const reported: unknown[] = [];

afterEach(async () => {
  await served?.close();
  served = null;
  reported.length = 0;
});

const ways = ['fromKoa() on koa', 'fromKoa() on fastify', 'withKoa()'];

test.each(ways.flatMap((way) => Object.keys(cases).map((name) => [name, way] as const)))(
  '%s works by %s',
  async (name, way) => {
    const { middleware, check } = cases[name] ?? missing;
    const steps = Object.entries(await middleware());
    served = await serve(
      (route) =>
        routes(way === 'withKoa()' ? route : route.middleware(...steps.map(([each, step]) => fromKoa(each, step)))),
      {
        driver: way.endsWith('fastify') ? 'fastify' : 'koa',
        config: { app: { key: 'k'.repeat(43) } },
        apply: (app) => {
          app.hooks.report.tap('test', (error) => void reported.push(error));
          if (way !== 'withKoa()') return;
          app.facades
            .Http()
            .hooks.driver.for('koa')
            .tap('test', (koa) => {
              koa.keys = ['roots'];
              for (const [, step] of steps) koa.use(typeof step === 'function' ? step : step.create(koa));
            });
        },
      },
    );
    await check(served.url);
    expect(reported.filter((error) => !/Forbidden|CSRF|Unauthorized/i.test(String(error)))).toEqual([]);
  },
);
