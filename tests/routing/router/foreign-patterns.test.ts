import { describe, expect, test } from '@jest/globals';
import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import { bootRoutes } from '../../support/serve.ts';

const handler = (ctx: Context) => ctx.response().noContent();

const refused = (register: (route: RootRouter) => void, message: string) =>
  expect(bootRoutes(register)).rejects.toMatchObject({
    code: 'E_ROUTE_PATTERN',
    message: expect.stringContaining(message),
  });

test('the error names the line that registers the route, also when the table is built later', async () => {
  const line = /^The route pattern ".+" at tests\/routing\/router\/foreign-patterns\.test\.ts:\d+ is not valid: /;
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
