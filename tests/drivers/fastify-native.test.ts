import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import { type Served, serve } from '../support/serve.ts';

let served: Served | null = null;
const reported: unknown[] = [];
afterEach(async () => {
  await served?.close();
  served = null;
});

const routes = (route: RootRouter): void => {
  route.get('/', (ctx) => ctx.response().string(200, 'ours'));
  route.get('/json', (ctx) => ctx.response().data(200, 'application/vnd.api+json', '{"a":1}'));
  route.get('/untyped', (ctx) => ctx.response().data(200, '', 'bytes'));
  route.get('/users/{id:[0-9]+}', (ctx) => ctx.response().json(200, { id: ctx.request().route('id') }));
  route.post('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
};

const open = async (configure: (app: FastifyInstance) => void, register = routes): Promise<Served> => {
  reported.length = 0;
  served = await serve(register, {
    driver: 'fastify',
    apply: (app) => {
      app.hooks.report.tap('test', (error) => void reported.push(error));
      const hook = app.facades.Http().hooks.driver.for('fastify');
      // The hook is one for every driver; under this name it hands over Fastify's instance.
      hook.tap('test', (instance) => configure(instance));
    },
  });
  return served;
};

const post = (body: string): RequestInit => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

/** A plugin as they are published: without a scope of its own (fastify-plugin), it decorates what is around it. */
const unscoped = Object.assign(
  (app: FastifyInstance, { name }: { readonly name: string }, done: () => void): void => {
    let count = 0;
    app.decorateRequest('seen', 0);
    app.addHook('onRequest', async (request, reply) => {
      count++;
      Reflect.set(request, 'seen', count);
      void reply.header(name, count);
    });
    done();
  },
  { [Symbol.for('skip-override')]: true },
);

describe('a tapped Fastify', () => {
  test('its hooks run around our routes and around what no route answers, and may change the reply', async () => {
    const seen: string[] = [];
    const { url } = await open((app) => {
      app.addHook('onRequest', (request, _reply, done) => {
        seen.push(`${request.method} ${request.url} ${request.routeOptions.url ?? ''}`);
        done();
      });
      app.addHook('onSend', (_request, reply, payload, done) => {
        void reply.header('x-native', 'yes');
        done(null, payload === 'ours' ? 'theirs' : payload);
      });
    });
    const response = await fetch(url);
    expect([response.headers.get('x-native'), response.headers.get('content-length'), await response.text()]).toEqual([
      'yes',
      '6',
      'theirs',
    ]);
    expect((await fetch(`${url}/users/7`)).headers.get('x-native')).toBe('yes');
    expect((await fetch(`${url}/none`)).headers.get('x-native')).toBe('yes');
    expect((await fetch(url, { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD');
    expect(seen).toEqual(['GET / /', 'GET /users/7 /users/:id', 'GET /none ', 'PUT / ']);
  });

  test('a plugin has its own routes and parsers beside ours, which read their bodies themselves', async () => {
    const { url } = await open((app) => {
      app.decorate('greeting', 'hello');
      void app.register(async (scope) => {
        scope.post('/native', (request) => ({
          parsed: request.body,
          greeting: Reflect.get(scope, 'greeting') as unknown,
        }));
      });
    });
    expect(await (await fetch(`${url}/native`, post('{"b":2}'))).json()).toEqual({
      parsed: { b: 2 },
      greeting: 'hello',
    });
    expect(await (await fetch(`${url}/echo`, post('{"a":1}'))).json()).toEqual({ a: 1 });
    const malformed = await fetch(`${url}/echo`, post('{"a":'));
    expect([malformed.status, await malformed.json()]).toMatchObject([400, { code: 'E_BODY_MALFORMED' }]);
    expect((await fetch(`${url}/none`, post('{"a":'))).status).toBe(404);
  });

  test('a plugin of the ecosystem keeps to its scope; one that skips its scope reaches our routes', async () => {
    const { url } = await open((app) => {
      void app.register(unscoped, { name: 'x-seen' });
      void app.register(
        async (scope) => {
          scope.addHook('onRequest', (_request, reply, done) => {
            void reply.header('x-scoped', 'yes');
            done();
          });
          scope.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, body, done) => {
            done(null, String(body).split(','));
          });
          scope.post('/rows', (request) => ({ rows: request.body, seen: Reflect.get(request, 'seen') as unknown }));
        },
        { prefix: '/native' },
      );
    });
    const csv = { method: 'POST', body: 'a,b', headers: { 'content-type': 'text/csv' } };
    const theirs = await fetch(`${url}/native/rows`, csv);
    expect([theirs.headers.get('x-scoped'), theirs.headers.get('x-seen')]).toEqual(['yes', '1']);
    expect(await theirs.json()).toEqual({ rows: ['a', 'b'], seen: 1 });
    const ours = await fetch(`${url}/users/7`);
    expect([ours.headers.get('x-scoped'), ours.headers.get('x-seen'), await ours.json()]).toEqual([
      null,
      '2',
      { id: '7' },
    ]);
    // Their parser is none of ours.
    expect((await fetch(`${url}/echo`, csv)).status).toBe(415);
  });

  const bench = join(import.meta.dirname, '..', '..', 'bench', 'package.json');
  const load = (name: string): unknown => {
    try {
      return createRequire(bench)(name) as unknown;
    } catch {
      return null;
    }
  };
  const theirCors = load('@fastify/cors');
  const theirLimit = load('@fastify/rate-limit');
  const installed = theirCors !== null && theirLimit !== null;

  // They are of the bench, which is installed by its first run.
  (installed ? test : test.skip)('@fastify/cors and @fastify/rate-limit of the bench, around our routes', async () => {
    const { url } = await open((app) => {
      void app.register(theirCors as FastifyPluginCallback<Record<string, unknown>>, { origin: 'https://page.test' });
      void app.register(theirLimit as FastifyPluginCallback<Record<string, unknown>>, {
        max: 2,
        timeWindow: '1 minute',
      });
    });
    const replies = [await fetch(url), await fetch(`${url}/users/7`), await fetch(url)];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(replies.map(({ headers }) => headers.get('access-control-allow-origin'))).toEqual(
      Array.from({ length: 3 }, () => 'https://page.test'),
    );
    expect(replies.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0']);
  });

  test('a hook of a plugin may refuse a request; what it throws as a server error is reported', async () => {
    const { url } = await open((app) => {
      app.addHook('preHandler', (request, _reply, done) => {
        if (request.headers['x-fail'] !== undefined) done(new Error('plugin failed'));
        else if (request.headers.authorization === undefined)
          done(Object.assign(new Error('No entry'), { statusCode: 401 }));
        else done();
      });
    });
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: 'x' } })).status).toBe(200);
    // Not passed by with a type that Fastify takes for none.
    expect((await fetch(`${url}/echo`, { ...post('x'), headers: { 'content-type': 'nonsense' } })).status).toBe(401);
    expect(reported).toEqual([]);
    expect((await fetch(url, { headers: { 'x-fail': '1' } })).status).toBe(500);
    expect(reported.map(String)).toEqual(['Error: plugin failed']);
  });

  test('replies keep the type they were given, and their status', async () => {
    const { url } = await open(
      () => undefined,
      (route) => {
        routes(route);
        route.get('/odd', (ctx) => ctx.response().string(799, 'odd'));
      },
    );
    expect((await fetch(`${url}/json`)).headers.get('content-type')).toBe('application/vnd.api+json');
    const untyped = await fetch(`${url}/untyped`);
    expect([untyped.headers.get('content-type'), untyped.headers.get('content-length'), await untyped.text()]).toEqual([
      null,
      '5',
      'bytes',
    ]);
    expect((await served?.raw('GET /odd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'))?.slice(0, 12)).toBe(
      'HTTP/1.1 799',
    );
  });

  test('its onClose hooks run when the application closes, behind the last request', async () => {
    const closed: string[] = [];
    const application = await open((app) => {
      app.addHook('onClose', (_instance, done) => {
        closed.push('plugin');
        done();
      });
    });
    await application.close();
    expect(closed).toEqual(['plugin']);
  });

  test('a plugin that cannot be loaded, or takes a route of ours, is told when the server opens', async () => {
    await expect(open((app) => void app.register(() => Promise.reject(new Error('plugin broken'))))).rejects.toThrow(
      'plugin broken',
    );
    await expect(open((app) => void app.get('/', () => 'theirs'))).rejects.toThrow("already declared for route '/'");
  });
});
