import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import { canonicalPath, decodeSegment, originForm } from '../../../plugins/routing/src/router/canonical-path.ts';
import { bootRoutes } from '../../support/serve.ts';

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
  ['/{name}.json', { name: '100%' }, '/100%25.json'],
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
  ['/{slug}-{id:[0-9]+}', { slug: 'hello-world', id: 7 }, 'slug'],
  ['/{name}.json', { name: 'a.b' }, 'name'],
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
