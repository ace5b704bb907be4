import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import {
  canonicalPath,
  canonicalRest,
  decodeRest,
  decodeSegment,
  encodedTarget,
  encodeRest,
  originForm,
} from '../../../plugins/routing/src/pattern/canonical-path.ts';
import { drivers } from '../../support/drivers.ts';
import { bootRoutes } from '../../support/serve.ts';

const params = (ctx: Context) => ctx.response().json(200, ctx.request().routes());

type Values = Record<string, string | number>;

/** What `url()` gives for the one route of `path`, and the parameters that the route then reads. */
const builtAndRead = async (path: string, values: Values, where: Record<string, RegExp>) => {
  const app = await bootRoutes((route) => {
    route.get(path, params).where(where).name('it');
  });
  try {
    const route = app.facades.Route();
    const url = route.url('it', values);
    const response = await route.fetch(new Request(`http://localhost${url}`));
    return { url, read: response.status === 200 ? await response.json() : response.status };
  } finally {
    await app.close();
  }
};

test.each<[path: string, values: Values, url: string, where?: Record<string, RegExp>]>([
  ['/{slug}-{id:[0-9]+}', { slug: 'hello', id: '7' }, '/hello-7'],
  ['/{slug:[a-z-]+}-{id:[0-9]+}', { slug: 'hello-world', id: '7' }, '/hello-world-7'],
  ['/{slug:(?!admin$)[a-z-]+}-{id}', { slug: 'hello-world', id: '7' }, '/hello-world-7'],
  ['/{name}.{ext}', { name: 'a/b?c d', ext: 'tar.gz' }, '/a%2Fb%3Fc%20d.tar.gz'],
  ['/{slug}-{id:[0-9]+}', { slug: 'hello-world', id: '7' }, '/hello-world-7'],
  ['/{name}.json', { name: '100%' }, '/100%25.json'],
  ['/{name}.json', { name: 'a.json' }, '/a.json.json'],
  ['/@{name}', { name: '@x' }, '/@%40x'],
  ['/ü {name}!', { name: 'ü' }, '/%C3%BC%20%C3%BC!'],
  ['/{a?}/{b?}', {}, '/'],
  ['/{a?}/{b?}', { a: 'x' }, '/x'],
  ['/{a?}/{b?}', { a: 'x', b: 'y' }, '/x/y'],
  ['/{path*}', { path: 'a/b c/%2F%252F%' }, '/a/b%20c/%2F%252F%25'],
  ['/{id}', { id: '7' }, '/7', { id: /^\d+$/ }],
  ['/{id}', { id: 'ä/b' }, '/%C3%A4%2Fb', { id: /^ä%2Fb$/ }],
])('%s with %j is %s, which gives them back', async (path, values, url, where = {}) => {
  expect(await builtAndRead(path, values, where)).toEqual({ url, read: values });
});

test.each<[path: string, values: Values, parameter: string, where?: Record<string, RegExp>]>([
  ['/{slug}-{id}', { slug: 'hello-world', id: 7 }, 'slug'],
  ['/{name}.{ext:[a-z.]+}', { name: 'a', ext: 'tar.gz' }, 'name'],
  ['/x/{id}', { id: undefined as never }, 'id'],
  ['/x/{id}', { id: null as never }, 'id'],
  ['/x/{id}', { id: Number.NaN }, 'id'],
  ['/x/{id}', { id: { name: 'x' } as never }, 'id'],
  ['/x/{id}', { id: ['a', 'b'] as never }, 'id'],
  ['/x/{id}', { id: Symbol('x') as never }, 'id'],
  ['/x/{id}.json', { id: undefined as never }, 'id'],
  ['/x/{path*}', { path: null as never }, 'path'],
  ['/{a?}/{b?}', { a: undefined as never, b: 'x' }, 'a'],
  ['/{a?}/{b?}', { b: 'x' }, 'a'],
  ['/{a?}/{b?}/{c?}', { a: 'x', c: 'z' }, 'b'],
  ['/{path*}', { path: '/evil.test' }, 'path'],
  ['/{path*}', { path: 'a//b' }, 'path'],
  ['/{path*}', { path: 'a/' }, 'path'],
  ['/{path*}', { path: '\\\\evil.test' }, 'path'],
  ['/{name}', { name: 'a\\b' }, 'name'],
  ['/{name}', { name: 'a\0b' }, 'name'],
  ['/x-{name}', { name: 'a\\b' }, 'name'],
  ['/{id}', { id: 'a/b' }, 'id', { id: /^.{3}$/ }],
  ['/{path*}', { path: 'a?b' }, 'path', { path: /^[a-z?]+$/ }],
])('%s with %j has no address: its parameter "%s" is refused', async (path, values, parameter, where = {}) => {
  const refused = { code: 'E_ROUTE_PARAMETER', message: expect.stringContaining(`parameter "${parameter}" `) };
  await expect(builtAndRead(path, values, where)).rejects.toMatchObject(refused);
});

test('an optional parameter that is undefined or null is left out, and so are members of a query', async () => {
  const app = await bootRoutes((route) => void route.get('/posts/{page?}', params).name('it'));
  const route = app.facades.Route();
  expect(route.url('it', { page: undefined as never })).toBe('/posts');
  expect(route.url('it', { page: 10n as never })).toBe('/posts/10');
  expect(route.url('it', { page: null as never }, { q: undefined, ids: [1, undefined as never, 2] })).toBe(
    '/posts?ids%5B%5D=1&ids%5B%5D=2',
  );
  await app.close();
});

const code = (path: string): string => {
  try {
    return canonicalPath(path);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('canonicalPath', () => {
  test.each([
    ['/', '/'],
    ['/health', '/health'],
    ['/health/', '/health'],
    ['/Health', '/Health'],
    ['/%70rivate/x', '/private/x'],
    ['/caf%C3%A9', '/café'],
    ['/a%2Fb', '/a%2Fb'],
    ['/a%252Fb', '/a%252Fb'],
    ['/a%3Fb%23c', '/a%3Fb%23c'],
    ['/a%0Ab', '/a%0Ab'],
    ['/a;x=1/b', '/a;x=1/b'],
    ['/...', '/...'],
    ['/a/..b/.c', '/a/..b/.c'],
  ])('RT-04 reads %s as %s', (path, canonical) => {
    expect(canonicalPath(path)).toBe(canonical);
    expect(canonicalPath(canonical.replace('é', '%C3%A9'))).toBe(canonical);
  });

  test.each([
    '//',
    '///',
    '//a',
    '/a//b',
    '/a//',
    '/.',
    '/a/./b',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a/%2E',
    '/a\\b',
    '/a%5Cb',
    '/a/..',
  ])('RT-04 finds nothing at %s', (path) => expect(code(path)).toBe('E_ROUTE_NOT_FOUND'));

  test.each([
    '/%E0%A4%A',
    '/%C0%AE',
    '/%FF',
    '/%ED%A0%80',
    '/a%00b',
    '/%',
    '/%zz',
    '/a b',
    '/a\u00e9',
    '/a\u007f',
    '/a#b',
    'a',
    '',
  ])('RT-01 RT-03 refuses %j as malformed', (path) => expect(code(path)).toBe('E_URL_MALFORMED'));
});

test('a path that is canonical as it stands is not decoded, which would cost each request', () => {
  const decode = globalThis.decodeURIComponent;
  const decoded: string[] = [];
  globalThis.decodeURIComponent = (text) => {
    decoded.push(text);
    return decode(text);
  };
  try {
    for (const path of ['/', '/health', '/a/b.c/d', '/!"$&~', '/a;x=1/[b]']) expect(canonicalPath(path)).toBe(path);
    expect(decoded).toEqual([]);
    expect(canonicalPath('/a/b/')).toBe('/a/b');
    expect(decoded).toEqual(['a', 'b']);
  } finally {
    globalThis.decodeURIComponent = decode;
  }
});

test('RT-01 what could not be decoded is the cause of its refusal', () => {
  expect(() => canonicalPath('/%FF')).toThrow(expect.objectContaining({ cause: expect.any(Error) as unknown }));
});

test('decodeSegment decodes what a canonical segment still escapes', () => {
  expect(decodeSegment('a%2Fb%25')).toBe('a/b%');
  expect(decodeSegment('plain')).toBe('plain');
});

test('originForm takes scheme and authority off an absolute target', () => {
  expect(originForm('http://example.com/a?b')).toBe('/a?b');
  expect(originForm('https://example.com')).toBe('/');
  expect(originForm('http://example.com?b')).toBe('/?b');
  expect(originForm('/a')).toBe('/a');
  expect(originForm('ftp://x/')).toBe('ftp://x/');
  expect(originForm('x:http://y/z')).toBe('x:http://y/z');
});

describe('encodedTarget', () => {
  test.each([
    ['/posts/7?page=2', '/posts/7?page=2'],
    ['/café', '/caf%C3%A9'],
    ['/a b/%2F', '/a%20b/%2F'],
    ['/é%25', '/%C3%A9%25'],
    ['/\ud83d', '/%EF%BF%BD'],
    // A query is as it was sent.
    ['/é?q=é%zz&r=?', '/%C3%A9?q=é%zz&r=?'],
    ['/a?q=é', '/a?q=é'],
  ])('%s is sent as %s', (target, encoded) => {
    expect(encodedTarget(target)).toBe(encoded);
  });
});

describe('the rest of a path, which a wildcard takes', () => {
  // The value that a handler gets; the path that finds it; the path as it is sent.
  test.each([
    ['a/b', 'a/b', 'a/b'],
    ['a b/c', 'a b/c', 'a%20b/c'],
    ['é/%2F/x', 'é/%2F/x', '%C3%A9/%2F/x'],
    ['a%2Fb', 'a%2Fb', 'a%2Fb'],
    ['a%252Fb%25252Fc', 'a%252Fb%25252Fc', 'a%252Fb%25252Fc'],
    ['50%/%2F?', '50%25/%2F%3F', '50%25/%2F%3F'],
    ['a#b%2Fc%', 'a%23b%2Fc%25', 'a%23b%2Fc%25'],
  ])('%s is found by %s', (value, canonical, encoded) => {
    expect(decodeRest(canonical)).toBe(value);
    expect(canonicalRest(value)).toBe(canonical);
    expect(encodeRest(value)).toBe(encoded);
    expect(canonicalPath(`/${encoded}`)).toBe(`/${canonical}`);
  });
});

const handler = (ctx: Context) => ctx.response().noContent();

const refused = (register: (route: RootRouter) => void, message: string) =>
  expect(bootRoutes(register)).rejects.toMatchObject({
    code: 'E_ROUTE_PATTERN',
    message: expect.stringContaining(message),
  });

test('the error names the line that registers the route, also when the table is built later', async () => {
  const line = /^The route pattern ".+" at tests\/routing\/router\/paths\.test\.ts:\d+ is not valid: /;
  const registrations: ((route: RootRouter) => unknown)[] = [
    (route) => route.get('/users/:id', handler),
    (route) => route.get('/users//all', handler),
    (route) => route.prefix('//x').get('/', handler),
    (route) => route.where('id', '[0-9]+').get('/users/{id}/:post', handler),
  ];
  for (const register of registrations)
    await expect(bootRoutes((route) => void register(route))).rejects.toMatchObject({
      code: 'E_ROUTE_PATTERN',
      message: expect.stringMatching(line),
    });
});

describe('a pattern of another router would boot and match nothing, so it is refused with the right form', () => {
  test.each<[pattern: string, right: string]>([
    ['/users/:id', '"{id}"'],
    ['/users/:id?', '"{id?}"'],
    ['/users/:id(\\d+)', '"{id:\\d+}"'],
    ['/users/:id(^\\d+$)', '"{id:\\d+}"'],
    ['/users/:id{[0-9]+}', '"{id:[0-9]+}"'],
    ['/flights/:from-:to', '"{from}-{to}"'],
    ['/files/:name.json', '"{name}.json"'],
    ['/files/v-:id', '"v-{id}"'],
    ['/files/:path*', '"{path*}"'],
    ['/files/:path+', '"{path*}"'],
    ['/files/*', '"{path*}"'],
    ['/files/**', '"{path*}"'],
    ['/files/*splat', '"{splat*}"'],
    ['/files/{*rest}', '"{rest*}"'],
    ['/files/{**rest}', '"{rest*}"'],
    ['/files/{...rest}', '"{rest*}"'],
    ['/users/{id}?', '"{id?}"'],
    ['/users/{id}*', '"{id*}"'],
    ['/<id>', '"{id}"'],
    ['/users/<int:id>', '"{id:[0-9]+}"'],
    ['/files/<path:name>', '"{name*}"'],
    ['/users/[id]', '"{id}"'],
    ['/files/[...slug]', '"{slug*}"'],
    ['/users/[[id]]', '"{id?}"'],
    ['/users/{id:int}', '"{id:[0-9]+}"'],
    ['/users/{id:uuid}', '"{id:[0-9a-f-]{36}}"'],
    ['/users/(\\d+)', '"{name:[0-9]+}"'],
    ['/users\\all', 'no request has a backslash'],
    ['/caf%C3%A9', '"café"'],
    ['/a%2Fb', 'use a parameter'],
    ['/x%zz-%41', 'compared decoded'],
    ['/a/../b', 'no request has the segment ".."'],
    ['/a/./b', 'no request has the segment "."'],
    ['//a', 'write "/a"'],
    ['/a//b/{c:x//y}', 'write "/a/b/{c:x//y}"'],
    ['https://example.com/a', 'no request has an empty segment'],
    ['/search?q={q}', 'which is no part of a pattern'],
    ['/@:user', '"@{user}"'],
  ])('%s: %s', async (pattern, right) => {
    await refused((route) => void route.get(pattern, handler), right);
    await refused((route) => void route.prefix(pattern).get('/z', handler), right);
    await refused((route) => void route.resource(pattern, { index: handler }), right);
  });

  test('so is a path that is not a string', async () => {
    await refused((route) => void route.get(undefined as never, handler), 'it is undefined, not a string');
  });

  test.each<[pattern: string, path: string]>([
    ['/items:batch', '/items:batch'],
    ['/a*b', '/a*b'],
    ['/c++/(x)', '/c++/(x)'],
    ['/$metadata', '/$metadata'],
    ['/100%', '/100%25'],
    ['/what?no', '/what%3Fno'],
    ['/q?', '/q%3F'],
    ['/(x):y', '/(x):y'],
    ['/café', '/caf%C3%A9'],
    ['/{a}+', '/x+'],
    ['/{a}:{b}', '/x:y'],
    ['/{kind:integral|number}', '/number'],
    ['/{a?:abc}', '/abc'],
    ['/x-{user:(?:admin|bob){1}}', '/x-bob'],
    ['a/', '/a'],
    ['/', '/'],
  ])('%s is a pattern of its own text, and serves %s', async (pattern, path) => {
    const app = await bootRoutes((route) => void route.get(pattern, handler));
    await http(app).get(path).assertNoContent();
    await app.close();
  });
});

describe.each(drivers)('a redirect on the driver %s', (driver) => {
  test.each<[path: string, location: string, target: string, sentTo: string]>([
    ['/user/{user}', '/user/{user}/overview', '/user/ada', '/user/ada/overview'],
    [
      '/user/{user}',
      '/user/{user}/overview',
      '/user/a%2Fb%20%C3%A9?x=1&y=%20',
      '/user/a%2Fb%20%C3%A9/overview?x=1&y=%20',
    ],
    ['/user/{user}', '/find?name={user}#top', '/user/a%26b?page=2', '/find?name=a%26b&page=2#top'],
    ['/user/{user}', 'https://{user}.example.com/', '/user/ada%40b.test?x', 'https://ada%40b.test.example.com/?x'],
    ['/old/{path*}', '/new/{path*}', '/old/a/b%2Fc', '/new/a/b%2Fc'],
    ['/old/{path*}', '{path*}', '/old/x:y', 'x%3Ay'],
    ['/b/{year?}', '/blog/{year}', '/b/2026', '/blog/2026'],
    ['/b/{year?}', '/blog/{year?}', '/b', '/blog'],
    ['/b/{year?}', '/{year?}', '/b', '/'],
    ['/i/{name}.{ext}', '/img/{ext}/{name}', '/i/a.b.c', '/img/b.c/a'],
    ['/old', '/new', '/old?a=1', '/new?a=1'],
    ['/old', '/new?b=2', '/old?', '/new?b=2'],
    ['/old', 'https://example.com/é', '/old', 'https://example.com/%C3%A9'],
  ])('of %s to %s sends %s to %s', async (path, location, target, sentTo) => {
    const app = await bootRoutes((route) => void route.redirect(path, location, 301), { driver });
    await http(app).get(target).assertStatus(301).assertHeader('Location', sentTo);
    await app.close();
  });
});

test.each<[path: string, register: (route: RootRouter) => void]>([
  ['/user/{user}', (route) => void route.redirect('/user/{user}', '/people/{usr}')],
  ['/v1/old', (route) => void route.prefix('/v1').redirect('/old', '/people/{usr}')],
])('a redirect from %s to a parameter that the path does not have stops the boot', async (path, register) => {
  const boot = bootRoutes(register);
  await expect(boot).rejects.toMatchObject({
    code: 'E_ROUTE_REDIRECT',
    message: expect.stringContaining(`${path} to "/people/{usr}" at tests/routing/router/paths.test.ts:`),
  });
});

test('a redirect takes the parameters of its prefix', async () => {
  const app = await bootRoutes((route) => void route.prefix('/{tenant}').redirect('/old', '/{tenant}/new'));
  await http(app).get('/acme/old').assertHeader('Location', '/acme/new');
  await app.close();
});

describe('match()', () => {
  test('takes methods in lower case', async () => {
    const app = await bootRoutes((route) => void route.match(['get', 'Post'] as never, '/a', () => ({ a: 1 })));
    await http(app).head('/a').assertOk();
    await http(app).post('/a').assertOk();
    await app.close();
  });

  test.each([[['PURGE']], [['GET', 'FETCH']], [[]], [[undefined]], ['GET']])('refuses %j at boot', async (methods) => {
    await expect(bootRoutes((route) => void route.match(methods as never, '/a', () => ({})))).rejects.toMatchObject({
      code: 'E_ROUTE_METHOD',
      message: expect.stringContaining('/a at tests/routing/router/paths.test.ts:'),
    });
  });
});
