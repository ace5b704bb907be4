import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  type Application,
  type Context,
  ForbiddenError,
  HttpError,
  type Middleware,
  type Next,
  type Response,
} from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { type Served, serve } from '../support/serve.ts';

/** A middleware that writes its name into a header, on the way in and on the way out. */
class Mark implements Middleware {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  signature(): string {
    return `mark:${this.#name}`;
  }

  async handle(ctx: Context, next: Next): Promise<Response> {
    const seen = ctx.value('marks');
    ctx.withValue('marks', [...(Array.isArray(seen) ? seen : []), this.#name]);
    const response = await next();
    return response.appendHeader('X-Mark', this.#name);
  }
}

const outer = new Mark('outer');
const inner = new Mark('inner');
const marks = (ctx: Context): Response => ctx.response().json(200, { marks: ctx.value('marks') ?? [] });

const routes = (route: RootRouter): void => {
  route.get('/health', (ctx) => ctx.response().success().string('ok')).name('health');
  route.get('/nothing', () => undefined);
  route.get('/staged', (ctx) => void ctx.response().string(202, 'staged'));
  route.get('/wins', (ctx) => {
    const returned = ctx.response().string(200, 'returned');
    ctx.response().string(500, 'staged');
    return returned;
  });
  route.get('/users/{id}', (ctx) => ctx.response().json(200, { id: ctx.request().route('id') }));
  route.get('/users/me', (ctx) => ctx.response().string(200, 'me'));
  route.get('/files/{path*}', (ctx) => ctx.response().string(200, ctx.request().route('path')));
  route.get('/year/{year?}', (ctx) => ctx.response().string(200, ctx.request().route('year', 'none')));
  route.get('/number/{n}', (ctx) => ctx.response().string(200, 'number')).where('n', '[0-9]+');
  route.any('/any', (ctx) => ctx.response().string(200, ctx.request().method()));
  route.match(['GET', 'POST'], '/match', (ctx) => ctx.response().string(200, 'match'));
  route.head('/head-only', (ctx) => ctx.response().header('X-Head', 'yes').noContent());
  route.redirect('/old', '/health');
  route.post('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route.delete('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route.get('/echo', (ctx) => ctx.response().json(200, ctx.request().all()));
  route
    .post('/raw', async (ctx) => ctx.response().string(200, String((await ctx.request().rawBody()).length)))
    .rawBody();
  route.get('/abort', (ctx) => ctx.request().abort());
  route.get('/abort/swallowed', (ctx) => {
    let response: Response | undefined;
    try {
      ctx.request().abortWithStatus(418);
    } catch {
      response = ctx.response().string(200, 'swallowed');
    }
    return response;
  });
  route.get('/abort/json', (ctx) => ctx.request().abortWithStatusJson(409, { taken: true }));
  route.get('/throw', () => {
    throw new Error('secret detail');
  });
  route.get('/reject', async () => Promise.reject(new Error('secret detail')));
  route.get('/throw/null', () => Promise.reject(null));
  route.get('/forbidden', () => {
    throw new ForbiddenError('Not yours.', { details: { owner: 'ada' }, headers: { 'X-Why': 'owner' } });
  });
  route.get('/teapot', () => {
    throw new HttpError(418, 'Short and stout');
  });
  route.get('/header', (ctx) => ctx.response().header('X-From', ctx.request().query('value')).noContent());
  route.get('/cookie', (ctx) =>
    ctx.response().cookie('a', 'b c').cookie({ name: 'd', value: 'e', httpOnly: true }).noContent(),
  );
  route.get('/stream', (ctx) =>
    ctx.response().stream(
      200,
      (function* () {
        yield 'one ';
        yield 'two';
      })(),
      'text/plain',
    ),
  );
  route.get('/stream/broken', (ctx) =>
    ctx.response().stream(
      200,
      (async function* () {
        yield 'one ';
        throw new Error('source failed');
      })(),
    ),
  );
  route.get('/events', (ctx) => ctx.response().eventStream(['first', { data: { n: 2 }, event: 'tick', id: '2' }]));
  route.get('/info', (ctx) => ctx.response().json(200, ctx.request().info())).name('info');
  route.get('/path', (ctx) =>
    ctx.response().json(200, { path: ctx.request().path(), url: ctx.request().url(), host: ctx.request().host() }),
  );
  route.get('/marks', marks);
  route.middleware(outer).group((group) => {
    group.get('/marks/outer', marks);
    group.middleware(inner).get('/marks/both', marks);
    group.middleware(inner).withoutMiddleware(outer).get('/marks/inner', marks);
    group.get('/marks/none', marks).withoutMiddleware(outer);
    group.get('/marks/throw', () => {
      throw new ForbiddenError();
    });
  });
  route
    .middleware({ signature: () => 'closed', handle: (ctx) => ctx.response().string(401, 'closed') })
    .get('/closed', marks);
  route
    .middleware({ signature: () => 'twice', handle: async (_ctx, next) => (await next(), next()) })
    .get('/twice', (ctx) => ctx.response().string(200, 'once'));
};

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** What tells one run of the suite from another of the same driver. */
export interface ConformanceVariant {
  readonly title?: string;
  /** Taps the driver's native instance. */
  readonly apply?: (app: Application) => void;
}

/** The behaviour every driver has, over real sockets. */
export const conformance = (
  driver: string,
  { title = `the ${driver} driver`, apply }: ConformanceVariant = {},
): void => {
  describe(title, () => {
    let served: Served;
    const reported: unknown[] = [];

    beforeAll(async () => {
      served = await serve(routes, {
        driver,
        apply: (app) => {
          app.hooks.report.tap('test', (error) => void reported.push(error));
          apply?.(app);
        },
      });
    });
    afterAll(() => served.close());

    const get = (path: string, init: RequestInit = {}) => fetch(served.url + path, { redirect: 'manual', ...init });
    const text = async (path: string, init?: RequestInit) => (await get(path, init)).text();

    test('a route answers its method and path', async () => {
      const response = await get('/health');
      expect([response.status, await response.text()]).toEqual([200, 'ok']);
      expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
      expect(response.headers.get('content-length')).toBe('2');
    });

    test('a handler that returns nothing answers 200 without body, or what it staged', async () => {
      const nothing = await get('/nothing');
      expect([nothing.status, nothing.headers.get('content-length')]).toEqual([200, '0']);
      const staged = await get('/staged');
      expect([staged.status, await staged.text()]).toEqual([202, 'staged']);
      expect(await text('/wins')).toBe('returned');
    });

    test('RT-15 a literal beats a parameter, a parameter beats a wildcard', async () => {
      expect(await text('/users/me')).toBe('me');
      expect(await text('/users/7')).toBe('{"id":"7"}');
      expect(await text('/files/a/b%2Fc')).toBe('a/b%2Fc');
      expect((await get('/files')).status).toBe(404);
    });

    test('optional parameters and constraints', async () => {
      expect(await text('/year')).toBe('none');
      expect(await text('/year/2026')).toBe('2026');
      expect((await get('/number/7')).status).toBe(200);
      expect((await get('/number/7x')).status).toBe(404);
    });

    test('RT-02 a parameter is decoded exactly once', async () => {
      expect(await text('/users/a%2Fb')).toBe('{"id":"a/b"}');
      expect(await text('/users/a%252Fb')).toBe('{"id":"a%2Fb"}');
    });

    test('RT-01 RT-03 bad percent-encoding is 400 with a JSON body', async () => {
      for (const path of ['/users/%E0%A4%A', '/users/%C0%AE', '/users/%FF', '/users/%ED%A0%80']) {
        const response = await served.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        expect(response).toMatch(/^HTTP\/1.1 400 /);
        expect(response).toContain('"code":"E_URL_MALFORMED"');
      }
    });

    test('RT-04 a path that can be read in two ways leads nowhere', async () => {
      for (const path of [
        '/users/./me',
        '/files/../users/me',
        '//users//me',
        '/files/%2e%2e/x',
        '/users\\me',
        '/users;x=1/me',
      ]) {
        const response = await served.raw(`GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
        expect(response).toMatch(/^HTTP\/1.1 404 /);
      }
    });

    test('RT-05 a target over the limit is 414', async () => {
      expect((await get(`/users/${'x'.repeat(9000)}`)).status).toBe(414);
      expect((await get(`/users/${'x'.repeat(8000)}`)).status).toBe(200);
    });

    test('RT-06 HEAD answers as GET does, without a body', async () => {
      const head = await get('/health', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '2', '']);
      const own = await get('/head-only', { method: 'HEAD' });
      expect(own.headers.get('x-head')).toBe('yes');
    });

    test('RT-07 a known path with another method is 405 with Allow', async () => {
      const response = await get('/health', { method: 'DELETE' });
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
      expect(await response.json()).toMatchObject({ code: 'E_METHOD_NOT_ALLOWED' });
    });

    test('RT-08 no header and no query changes the method', async () => {
      const headers = { 'x-http-method-override': 'DELETE', 'content-type': 'application/json' };
      const response = await get('/echo?_method=DELETE', { method: 'POST', headers, body: '{"a":1}' });
      expect(await response.json()).toEqual({ _method: 'DELETE', a: 1 });
    });

    test('RT-09 OPTIONS answers 204 with Allow, for a path and for the server; TRACE and unknown methods are refused', async () => {
      const options = await get('/health', { method: 'OPTIONS' });
      expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD']);
      expect(await served.raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1.1 204 /);
      expect(await served.raw('TRACE /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1.1 405 /,
      );
      expect(await served.raw('PROPFIND /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1.1 501 /,
      );
      expect(await served.raw('FOO /health HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
      await served.raw('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
      expect(await text('/health')).toBe('ok');
    });

    test('RT-13 an unknown path is 404, not echoed, with JSON or a page by Accept', async () => {
      const html = await get('/<script>alert(1)</script>', { headers: { accept: 'text/html' } });
      expect([html.status, html.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(await html.text()).not.toContain('<script>');
      const response = await get('/unknown');
      expect(await response.json()).toEqual({
        message: 'Nothing answers at this address.',
        code: 'E_ROUTE_NOT_FOUND',
        request_id: response.headers.get('x-request-id'),
      });
    });

    test('RT-17 one trailing slash is ignored, case is not', async () => {
      expect((await get('/health/')).status).toBe(200);
      expect((await get('/Health')).status).toBe(404);
      expect((await get('/health//')).status).toBe(404);
      expect(await (await get('/path/?q=1')).json()).toMatchObject({ path: '/path', url: '/path?q=1' });
    });

    test('any, match and redirect', async () => {
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
        expect(await text('/any', { method })).toBe(method);
      expect(await text('/match', { method: 'POST' })).toBe('match');
      expect((await get('/match', { method: 'PUT' })).headers.get('allow')).toBe('GET, HEAD, POST');
      const redirect = await get('/old');
      expect([redirect.status, redirect.headers.get('location')]).toEqual([302, '/health']);
    });

    test('input comes from the body, then the query, then the route', async () => {
      const response = await get('/echo?a=query&b=query', json({ a: 'body', list: [1, 2] }));
      expect(await response.json()).toEqual({ a: 'body', b: 'query', list: [1, 2] });
    });

    test('BD-01 malformed JSON is 400, BD-02 too large 413, unsupported 415', async () => {
      expect((await get('/echo', json('{"a":'))).status).toBe(400);
      expect((await get('/echo', json(''))).status).toBe(200);
      expect((await get('/echo', json(`"${'x'.repeat(1024 * 1024)}"`))).status).toBe(413);
      expect((await get('/echo', json('<a/>', { 'content-type': 'application/xml' }))).status).toBe(415);
    });

    test('BD-20 a body on GET is ignored, one on DELETE is read', async () => {
      const response = await served.raw(
        'GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{"a":1}',
      );
      expect(response).toMatch(/\r\n\r\n\{\}$/);
      expect(await (await get('/echo', { ...json({ a: 1 }), method: 'DELETE' })).json()).toEqual({ a: 1 });
    });

    test('a route may take the raw body', async () => {
      expect(await text('/raw', { method: 'POST', body: new Uint8Array(300) })).toBe('300');
    });

    test('abort ends the request wherever it is called', async () => {
      expect((await get('/abort')).status).toBe(400);
      expect((await get('/abort/swallowed')).status).toBe(418);
      const conflict = await get('/abort/json');
      expect([conflict.status, await conflict.json()]).toEqual([409, { taken: true }]);
    });

    test('LC-01 what a handler throws is 500 without its message, and reported once', async () => {
      for (const path of ['/throw', '/reject', '/throw/null']) {
        reported.length = 0;
        const response = await get(path);
        const body = await response.text();
        expect(response.status).toBe(500);
        expect(body).not.toContain('secret');
        expect(JSON.parse(body)).toMatchObject({ message: 'Internal Server Error', request_id: expect.any(String) });
        expect(reported).toHaveLength(1);
      }
    });

    test('an HttpError answers with its status, message, details and headers', async () => {
      const response = await get('/forbidden');
      expect([response.status, response.headers.get('x-why')]).toEqual([403, 'owner']);
      expect(await response.json()).toMatchObject({ message: 'Not yours.', code: 'E_HTTP_403', owner: 'ada' });
      expect((await get('/teapot')).status).toBe(418);
    });

    test('HD-01 a header value from input cannot start another header', async () => {
      const response = await get('/header?value=a%0D%0AX-Evil:%201');
      expect(response.status).toBe(500);
      expect(response.headers.get('x-evil')).toBeNull();
      expect((await get('/header?value=fine')).headers.get('x-from')).toBe('fine');
    });

    test('HD-06 no reply names its maker', async () => {
      const { headers } = await get('/health');
      expect([headers.get('x-powered-by'), headers.get('server')]).toEqual([null, null]);
    });

    test('cookies are set one header each', async () => {
      expect((await get('/cookie')).headers.getSetCookie()).toEqual(['a=b%20c; Path=/', 'd=e; Path=/; HttpOnly']);
    });

    test('streams arrive whole; LC-05 a broken one ends the connection', async () => {
      expect(await text('/stream')).toBe('one two');
      reported.length = 0;
      await expect(text('/stream/broken')).rejects.toThrow();
      expect(reported.map(String)).toContain('Error: source failed');
      expect(await text('/health')).toBe('ok');
    });

    test('server-sent events', async () => {
      const response = await get('/events');
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(await response.text()).toContain('data: first\n\n');
    });

    test('info tells the matched route with the method of the request', async () => {
      expect(await (await get('/info')).json()).toMatchObject({
        method: 'GET',
        path: '/info',
        name: 'info',
        handler: 'closure',
      });
    });

    test('middleware runs outermost first and is excluded by signature', async () => {
      const seen = async (path: string) => ((await (await get(path)).json()) as { marks: string[] }).marks;
      expect(await seen('/marks')).toEqual([]);
      expect(await seen('/marks/outer')).toEqual(['outer']);
      expect(await seen('/marks/both')).toEqual(['outer', 'inner']);
      expect(await seen('/marks/inner')).toEqual(['inner']);
      expect(await seen('/marks/none')).toEqual([]);
      expect((await get('/marks/both')).headers.get('x-mark')).toBe('inner, outer');
    });

    test('middleware sees the response of an error', async () => {
      const response = await get('/marks/throw');
      expect([response.status, response.headers.get('x-mark')]).toEqual([403, 'outer']);
    });

    test('a middleware that does not call next answers; LC-17 one that calls it twice is an error', async () => {
      expect((await get('/closed')).status).toBe(401);
      expect((await get('/twice')).status).toBe(500);
    });

    test('HD-03 a request without a proper Host is 400', async () => {
      for (const head of [
        '',
        'Host: a\r\nHost: b\r\n',
        'Host: a@evil.test\r\n',
        'Host: a/b\r\n',
        'Host: [::1\r\n',
        'Host: evil.test:99999\r\n',
      ]) {
        expect(await served.raw(`GET /health HTTP/1.1\r\n${head}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1.1 400 /);
      }
    });

    test('an absolute target is that of its path', async () => {
      expect(await served.raw('GET http://x/health?a=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toMatch(
        /^HTTP\/1.1 200 /,
      );
    });

    test('keep-alive and pipelining answer in order', async () => {
      const one = 'GET /users/1 HTTP/1.1\r\nHost: x\r\n\r\n';
      const last = 'GET /users/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
      const received = await served.raw(one + one + last);
      expect([...received.matchAll(/"id":"(\d)"/g)].map(([, id]) => id)).toEqual(['1', '1', '2']);
    });

    test('the same answers in process, by fetch', async () => {
      const response = await served.app.facades.Route().fetch(new Request('http://x/users/7'));
      expect([response.status, await response.json()]).toEqual([200, { id: '7' }]);
      const posted = await served.app.facades.Route().fetch(new Request('http://x/echo', json({ a: 1 })));
      expect(await posted.json()).toEqual({ a: 1 });
      expect(
        (await served.app.facades.Route().fetch(new Request('http://x/health', { method: 'DELETE' }))).status,
      ).toBe(405);
    });
  });
};
