import { expect, test } from '@jest/globals';
import { bearer, type Call, type ClientSettings, createClient, type Outcome } from '@taproot/client';
import { rawServer, reply } from './raw-server.ts';

interface Input {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

type AnyCall = Call<{ readonly input: Input; readonly result: Outcome }>;

interface Api {
  readonly all: AnyCall;
  readonly page: AnyCall;
  readonly built: AnyCall;
  readonly store: AnyCall;
}

const routes = {
  hash: '',
  calls: {
    all: 'GET /{path*} 200',
    page: 'GET /{page?} 200',
    built: 'GET /x/{constructor} 200',
    store: 'POST /posts 200',
    '__proto__.polluted': 'GET /a 200',
    'constructor.prototype.polluted': 'GET /b 200',
  },
};

const apiOf = (options: ClientSettings): Api => createClient<Api>({ routes, retry: 0, ...options });

/** A client whose requests are kept in place of sent. */
const keeping = (baseUrl: string) => {
  const sent: string[] = [];
  const fetch = (request: Request): Promise<Response> => {
    sent.push(request.url);
    return Promise.resolve(Response.json({}));
  };
  return { sent, api: apiOf({ baseUrl, fetch }) };
};

const hidden = (name: string): unknown => Reflect.get({}, name);

test.each(['/evil.example', '//evil.example', '/'])(
  'a path that begins with %s never leads to another host',
  async (path) => {
    const { api, sent } = keeping('');
    expect(await api.all({ params: { path } })).toMatchObject({
      ok: false,
      reason: 'request',
      cause: { name: 'TypeError' },
    });
    expect(sent).toEqual([]);
  },
);

test.each(['a/../b', '..', 'a/.', './a'])('the path %s does not leave its route', async (path) => {
  const { api, sent } = keeping('http://localhost');
  expect(await api.all({ params: { path } })).toMatchObject({ ok: false, reason: 'request' });
  expect(sent).toEqual([]);
});

test('dots and slashes that are encoded already stay text', async () => {
  const { api, sent } = keeping('http://localhost');
  for (const path of ['%2e%2e/b', '..%2fb', '..\\b', '@evil.example', 'a?b#c']) await api.all({ params: { path } });
  expect(sent.map((url) => new URL(url).pathname)).toEqual([
    '/%252e%252e/b',
    '/..%252fb',
    '/..%5Cb',
    '/%40evil.example',
    '/a%3Fb%23c',
  ]);
});

test('a path of nothing is that of the host, not of the page', async () => {
  const { api, sent } = keeping('http://localhost');
  await api.page({ query: { a: 1 } });
  expect(sent).toEqual(['http://localhost/?a=1']);
});

test('a parameter is not found in what every object inherits', async () => {
  const { api, sent } = keeping('http://localhost');
  expect(await api.built({ params: {} })).toMatchObject({ ok: false, reason: 'request' });
  await api.built({ params: { constructor: 'a' } });
  expect(sent).toEqual(['http://localhost/x/a']);
});

test('names of routes, bodies, queries and headers pollute no prototype', async () => {
  const text = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  const hostile = JSON.parse(text) as Record<string, string>;
  const fetch = (): Promise<Response> =>
    Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json' } }));
  const api = apiOf({ baseUrl: 'http://localhost', fetch, headers: JSON.parse('{"__proto__":"polluted"}') });
  const result = await api.store({ body: hostile, query: hostile, headers: hostile, params: hostile });
  expect(result).toMatchObject({ ok: true });
  expect(hidden('polluted')).toBeUndefined();
  expect(Object.getPrototypeOf(api)).toBe(Object.prototype);
});

test.each([
  ['a line break in a header', { headers: { 'X-A': 'a\r\nX-Admin: 1' } }],
  ['a line break in the name of a header', { headers: { 'X-A: 1\r\nX-Admin': '1' } }],
  ['half of a character', { query: { q: '\ud800' } }],
  ['an object within itself', { query: circle() }],
  ['an object within itself, as body', { body: circle() }],
  ['a number without an end', { body: 10n }],
])('%s is a result, and nothing is sent', async (_what, input) => {
  await using server = await rawServer(() => reply(200, '{}'));
  expect(await apiOf({ baseUrl: server.url }).store(input)).toMatchObject({ ok: false, status: 0 });
  expect(server.requests).toEqual([]);
});

test.each(['data:application/json,{}', 'file:///etc/passwd', 'blob:nothing', 'javascript:1', '//'])(
  'a redirect to %s is not followed',
  async (location) => {
    await using server = await rawServer(() => reply(302, '', [`Location: ${location}`]));
    const result = await apiOf({ baseUrl: server.url }).all({ params: { path: 'a' } });
    expect(result).toMatchObject({ ok: false, status: 0, reason: 'network' });
    expect(server.requests).toHaveLength(1);
  },
);

test('a token goes to no other host, port or name by redirects there and back', async () => {
  await using other = await rawServer(() => reply(307, '', [`Location: ${server.url}/back`]), '127.0.0.2');
  await using server = await rawServer(({ line }) =>
    line.endsWith('/back') ? reply(200, '{}') : reply(307, '', [`Location: ${other.url}/there`]),
  );
  const api = apiOf({ baseUrl: server.url, use: bearer({ token: () => 'secret' }) });
  expect(await api.store({ body: { a: 1 } })).toMatchObject({ ok: true });
  const tokens = [...server.requests, ...other.requests].map(({ line, headers }) => [
    line,
    headers.get('authorization'),
  ]);
  expect(tokens).toEqual([
    ['POST /posts', 'Bearer secret'],
    ['POST /back', undefined],
    ['POST /there', undefined],
  ]);
});

function circle(): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  object['self'] = object;
  return object;
}
