import { once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { WebSocket } from 'ws';
import { type Served, serve } from '../support/serve.ts';

type Members = Readonly<Record<string, unknown>>;

/** Registers a package. Most have types of their own; each is used here by what its own page says. */
const register = async (app: FastifyInstance, name: string, options: Members = {}): Promise<void> => {
  const { default: plugin } = (await import(name)) as { default: FastifyPluginCallback<Members> };
  await app.register(plugin, options);
};

const long = 'root '.repeat(1000);

const routes = (route: RootRouter): void => {
  route.get('/', (ctx) => ctx.response().json(200, { a: 1 }));
  route.get('/long', (ctx) => ctx.response().string(200, long));
  route.post('/echo', (ctx) => ctx.request().all());
  route.get('/fails', () => Promise.reject(new Error('broken')));
};

interface Case {
  readonly apply: (app: FastifyInstance) => unknown;
  readonly check: (url: string) => Promise<void>;
}

const cookiesOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

/** Has a hook, such as one of a plugin, answer guests. */
const guard = (app: FastifyInstance, hook: (request: unknown, reply: unknown) => Promise<unknown>): void => {
  app.addHook('onRequest', async (request, reply) => void (await hook(request, reply)));
};

const member = (holder: unknown, name: string): unknown => Reflect.get(Object(holder), name);

const call = (holder: unknown, name: string, ...args: unknown[]): unknown => {
  const method = member(holder, name);
  if (typeof method !== 'function') throw new TypeError(`There is no ${name}().`);
  return Reflect.apply(method, holder, args);
};

/** Shows what a plugin put onto a request, in a header of our own response. */
const shows = (app: FastifyInstance, read: (request: unknown) => unknown): void => {
  app.addHook('onSend', async (request, reply) => void reply.header('x-shown', JSON.stringify(read(request)) ?? ''));
};

const shown = async (url: string, init: RequestInit = {}): Promise<unknown> => {
  const text = (await fetch(url, init)).headers.get('x-shown');
  return text === null || text === '' ? null : JSON.parse(text);
};

const statuses = async (...requests: readonly (readonly [url: string, init?: RequestInit])[]): Promise<number[]> => {
  const found: number[] = [];
  for (const [url, init] of requests) found.push((await fetch(url, init)).status);
  return found;
};

const basic = { headers: { authorization: `Basic ${btoa('ada:roots')}` } };
const secret = 'a secret of more than 32 characters';

const cases: Readonly<Record<string, Case>> = {
  '@fastify/helmet': {
    apply: (app) => register(app, '@fastify/helmet'),
    check: async (url) => {
      for (const path of ['/', '/none', '/fails'])
        expect([path, (await fetch(url + path)).headers.get('x-frame-options')]).toEqual([path, 'SAMEORIGIN']);
    },
  },
  '@fastify/cors': {
    apply: (app) => register(app, '@fastify/cors', { origin: 'https://shop.example' }),
    check: async (url) =>
      expect((await fetch(url)).headers.get('access-control-allow-origin')).toBe('https://shop.example'),
  },
  '@fastify/compress': {
    apply: (app) => register(app, '@fastify/compress'),
    check: async (url) => {
      const response = await fetch(`${url}/long`, { headers: { 'accept-encoding': 'gzip' } });
      expect([response.headers.get('content-encoding'), await response.text()]).toEqual(['gzip', long]);
    },
  },
  '@fastify/etag': {
    apply: (app) => register(app, '@fastify/etag'),
    check: async (url) => {
      const tag = String((await fetch(url)).headers.get('etag'));
      expect(await statuses([url, { headers: { 'if-none-match': tag, 'cache-control': 'max-age=9' } }])).toEqual([304]);
    },
  },
  '@fastify/rate-limit': {
    apply: (app) => register(app, '@fastify/rate-limit', { max: 1, global: true }),
    check: async (url) => expect(await statuses([url], [url])).toEqual([200, 429]),
  },
  '@fastify/cookie': {
    apply: async (app) => {
      await register(app, '@fastify/cookie');
      app.addHook('onRequest', async (_request, reply) => void call(reply, 'setCookie', 'b', '2'));
      shows(app, (request) => member(request, 'cookies'));
    },
    check: async (url) => {
      const response = await fetch(url, { headers: { cookie: 'a=1' } });
      expect([response.headers.get('x-shown'), response.headers.getSetCookie()]).toEqual([
        '{"a":"1"}',
        ['b=2; SameSite=Lax'],
      ]);
    },
  },
  '@fastify/session': {
    apply: async (app) => {
      await register(app, '@fastify/cookie');
      await register(app, '@fastify/session', { secret, cookie: { secure: false } });
      app.addHook('preHandler', async (request) => {
        const session = Object(member(request, 'session')) as { visits?: number };
        session.visits = (session.visits ?? 0) + 1;
      });
      shows(app, (request) => member(member(request, 'session'), 'visits'));
    },
    check: async (url) => {
      const cookie = cookiesOf(await fetch(url));
      expect(await shown(url, { headers: { cookie } })).toBe(2);
    },
  },
  '@fastify/flash': {
    apply: async (app) => {
      await register(app, '@fastify/cookie');
      await register(app, '@fastify/session', { secret, cookie: { secure: false } });
      await register(app, '@fastify/flash');
      app.addHook('preHandler', async (request) => void call(request, 'flash', 'info', 'saved'));
      app.addHook(
        'onSend',
        async (_request, reply) => void reply.header('x-shown', JSON.stringify(call(reply, 'flash', 'info'))),
      );
    },
    check: async (url) => expect(await shown(url)).toEqual(['saved']),
  },
  '@fastify/formbody': {
    apply: (app) => register(app, '@fastify/formbody'),
    check: async (url) => {
      const reply = await fetch(`${url}/echo`, { method: 'POST', body: new URLSearchParams({ a: '1' }) });
      expect(await reply.json()).toEqual({ a: '1' });
    },
  },
  '@fastify/multipart': {
    apply: async (app) => {
      await register(app, '@fastify/multipart', { attachFieldsToBody: true });
      app.post('/native', async (request) => Object.keys(Object(request.body)));
    },
    check: async (url) => {
      const body = new FormData();
      body.set('a', '1');
      expect(await (await fetch(`${url}/native`, { method: 'POST', body })).json()).toEqual(['a']);
      expect(await (await fetch(`${url}/echo`, { method: 'POST', body })).json()).toEqual({ a: '1' });
    },
  },
  '@fastify/accepts': {
    apply: async (app) => {
      await register(app, '@fastify/accepts');
      shows(app, (request) => call(request, 'type', ['json', 'html']));
    },
    check: async (url) => expect(await shown(url, { headers: { accept: 'text/html' } })).toBe('html'),
  },
  '@fastify/basic-auth': {
    apply: async (app) => {
      await register(app, '@fastify/basic-auth', {
        validate: (
          name: string,
          _password: string,
          _request: unknown,
          _reply: unknown,
          done: (error?: Error) => void,
        ) => (name === 'ada' ? done() : done(new Error('No.'))),
        authenticate: true,
      });
      app.addHook('onRequest', (request, reply, done) => void call(app, 'basicAuth', request, reply, done));
    },
    check: async (url) => expect(await statuses([url], [url, basic])).toEqual([401, 200]),
  },
  '@fastify/bearer-auth': {
    apply: (app) => register(app, '@fastify/bearer-auth', { keys: new Set(['roots']) }),
    check: async (url) =>
      expect(await statuses([url], [url, { headers: { authorization: 'Bearer roots' } }])).toEqual([401, 200]),
  },
  '@fastify/jwt': {
    apply: async (app) => {
      await register(app, '@fastify/jwt', { secret });
      guard(app, async (request) => member(request, 'url') === '/token' || (await call(request, 'jwtVerify')));
      app.get('/token', async () => call(member(app, 'jwt'), 'sign', { id: 7 }));
      shows(app, (request) => member(member(request, 'user'), 'id'));
    },
    check: async (url) => {
      expect(await statuses([url])).toEqual([401]);
      const token = await (await fetch(`${url}/token`)).text();
      expect(await shown(url, { headers: { authorization: `Bearer ${token}` } })).toBe(7);
    },
  },
  '@fastify/csrf-protection': {
    apply: async (app) => {
      await register(app, '@fastify/cookie');
      await register(app, '@fastify/csrf-protection');
      app.get('/form', async (_request, reply) => call(reply, 'generateCsrf'));
      app.addHook('preHandler', (request, reply, done) => {
        if (request.method === 'POST') call(app, 'csrfProtection', request, reply, done);
        else done();
      });
    },
    check: async (url) => {
      const form = await fetch(`${url}/form`);
      const headers = {
        cookie: cookiesOf(form),
        'x-csrf-token': await form.text(),
        'content-type': 'application/json',
      };
      const post = { method: 'POST', body: '{"a":1}' };
      expect(await statuses([`${url}/echo`, post], [`${url}/echo`, { ...post, headers }])).toEqual([403, 200]);
    },
  },
  '@fastify/sensible': {
    apply: async (app) => {
      await register(app, '@fastify/sensible');
      guard(app, async (request) => {
        if (member(request, 'url') === '/teapot') throw call(member(app, 'httpErrors'), 'imateapot');
      });
    },
    check: async (url) => expect(await statuses([`${url}/teapot`], [url])).toEqual([418, 200]),
  },
  '@fastify/url-data': {
    apply: async (app) => {
      await register(app, '@fastify/url-data');
      shows(app, (request) => member(call(request, 'urlData'), 'query'));
    },
    check: async (url) => expect(await shown(`${url}/?a=b`)).toBe('a=b'),
  },
  '@fastify/under-pressure': {
    apply: (app) => register(app, '@fastify/under-pressure', { exposeStatusRoute: '/pressure' }),
    check: async (url) => expect(await statuses([`${url}/pressure`], [url])).toEqual([200, 200]),
  },
  '@fastify/request-context': {
    apply: async (app) => {
      await register(app, '@fastify/request-context', { defaultStoreValues: { user: 'ada' } });
      shows(app, (request) => call(member(request, 'requestContext'), 'get', 'user'));
    },
    check: async (url) => expect(await shown(url)).toBe('ada'),
  },
  '@fastify/caching': {
    apply: (app) => register(app, '@fastify/caching', { privacy: 'private', expiresIn: 60 }),
    check: async (url) => expect((await fetch(url)).headers.get('cache-control')).toBe('private, max-age=60'),
  },
  '@fastify/middie': {
    apply: async (app) => {
      await register(app, '@fastify/middie');
      // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a package without types, which a literal would need
      const { default: override } = (await import(String('method-override'))) as { default: () => unknown };
      call(app, 'use', override());
    },
    check: async (url) => {
      const headers = { 'x-http-method-override': 'DELETE' };
      // Before the routes, so that the changed method decides.
      expect(await statuses([`${url}/echo`, { method: 'POST', headers }], [url])).toEqual([405, 200]);
    },
  },
  '@fastify/websocket': {
    apply: async (app) => {
      await register(app, '@fastify/websocket');
      await app.register(async (scope) => {
        const handler = (socket: WebSocket): void =>
          void socket.on('message', (data: Buffer) => socket.send(`echo ${String(data)}`));
        scope.route(
          Object.assign({ method: 'GET' as const, url: '/socket', handler: handler as never }, { websocket: true }),
        );
      });
    },
    check: async (url) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/socket`);
      await once(socket, 'open');
      socket.send('root');
      const [data] = await once(socket, 'message');
      expect(String(data)).toBe('echo root');
      socket.close();
      await once(socket, 'close');
      const refused = new WebSocket(`${url.replace('http', 'ws')}/none`);
      const [error] = await once(refused, 'error');
      expect(String(error)).toContain('404');
      expect(await (await fetch(url)).json()).toEqual({ a: 1 });
    },
  },
};

let served: Served | null = null;
const reported: unknown[] = [];

afterEach(async () => {
  await served?.close();
  served = null;
  reported.length = 0;
});

const serveWith = (apply: Case['apply']): Promise<Served> =>
  serve(routes, {
    driver: 'fastify',
    config: { http: { overload: null } },
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      app.facades
        .Http()
        .hooks.driver.for('fastify')
        .tapPromise('test', async (instance) => void (await apply(instance)));
    },
  });

test.each(Object.entries(cases))('%s works around the routes by withFastify()', async (_name, { apply, check }) => {
  served = await serveWith(apply);
  await check(served.url);
  expect(reported.map(String).filter((text) => !text.includes('broken'))).toEqual([]);
});

test('an open WebSocket of @fastify/websocket is told when the application closes', async () => {
  const { apply } = cases['@fastify/websocket'] ?? { apply: () => undefined };
  served = await serveWith(apply);
  const socket = new WebSocket(`${served.url.replace('http', 'ws')}/socket`);
  await once(socket, 'open');
  const closed = once(socket, 'close');
  await served.close();
  served = null;
  const [code] = await closed;
  expect(code).not.toBe(1006);
});
