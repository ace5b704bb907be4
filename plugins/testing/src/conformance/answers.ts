import { expect } from 'expect';
import { describeEach, test } from './cases.ts';
import type { Opened } from './suite.ts';

/** How a request reaches the application. */
type Transport = (served: Opened, path: string, init: RequestInit) => Promise<Response>;

const transports: readonly (readonly [name: string, send: Transport])[] = [
  ['over a socket', (served, path, init) => fetch(served.url + path, init)],
  ['in process', (served, path, init) => served.app.facades.Route().fetch(new Request(`http://x${path}`, init))],
];

const json = (body: unknown, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: typeof body === 'string' ? body : JSON.stringify(body),
  headers: { 'content-type': 'application/json', ...headers },
});

/** The responses of the routes of `routes.ts`; `reported` collects the reported errors. */
export const answers = (application: () => Opened, reported: unknown[]): void => {
  describeEach(transports)('%s', (_name, send) => {
    const get = (path: string, init: RequestInit = {}) => send(application(), path, { redirect: 'manual', ...init });
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

    test('optional parameters and constraints', async () => {
      expect(await text('/year')).toBe('none');
      expect(await text('/year/2026')).toBe('2026');
      expect((await get('/number/7')).status).toBe(200);
      expect((await get('/number/7x')).status).toBe(404);
    });

    test('RT-02 a parameter is decoded exactly once, a wildcard not at all', async () => {
      expect(await text('/users/a%2Fb')).toBe('{"id":"a/b"}');
      expect(await text('/users/a%252Fb')).toBe('{"id":"a%2Fb"}');
      expect(await text('/files/a/b%2Fc')).toBe('a/b%2Fc');
      expect((await get('/files')).status).toBe(404);
    });

    test('RT-06 HEAD answers as GET does, without a body', async () => {
      const head = await get('/health', { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '2', '']);
      const own = await get('/head-only', { method: 'HEAD' });
      expect(own.headers.get('x-head')).toBe('yes');
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

    test('RT-17 the path and the address that a handler reads are without their trailing slash', async () => {
      expect(await (await get('/path/?q=1')).json()).toMatchObject({ path: '/path', url: '/path?q=1' });
    });

    test('what is no response is reported, and null is none', async () => {
      for (const path of ['/wrong/instance', '/wrong/text']) {
        const response = await get(path);
        expect(response.status).toBe(500);
        expect(await response.json()).toMatchObject({ code: 'E_HANDLER_RESULT' });
      }
      expect((await get('/wrong/null')).status).toBe(200);
    });

    test('a header is a text, whatever every object has', async () => {
      expect(await text('/asked/x-own', { headers: { 'X-Own': 'yes' } })).toBe('yes');
      for (const name of ['constructor', '__proto__', 'tostring', 'x-other'])
        expect(await text(`/asked/${name}`)).toBe('none');
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
  });
};
