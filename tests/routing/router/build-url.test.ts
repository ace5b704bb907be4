import { expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
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
