import { describe, expect, test } from '@jest/globals';
import type { DriverRoute, RouteInfo } from '@taproot/core';
import { FastifyRouter } from '../../plugins/routing/src/drivers/fastify-router.ts';
import { KoaRouter } from '../../plugins/routing/src/drivers/koa-router.ts';
import { parsePattern, patternShape } from '../../plugins/routing/src/router/parse-pattern.ts';
import { Random } from '../support/random.ts';
import { howMany } from './support/how-many.ts';
import { randomPath, randomPattern } from './support/random-routes.ts';

const route = (methods: readonly string[], path: string, flags = '', files = false): DriverRoute => ({
  info: { path, methods } as RouteInfo,
  methods,
  pattern: parsePattern(path, flags === '' || !/\/\{p0\}(?:\/|$)/.test(path) ? {} : { p0: new RegExp('ab?', flags) }),
  files,
});

const routersOf = (routes: readonly DriverRoute[]) => {
  const koa = new KoaRouter();
  for (const one of routes) koa.add(one);
  return { koa, fastify: new FastifyRouter(routes) };
};

const found = (router: KoaRouter | FastifyRouter, path: string, method: string) => {
  const { route: match, params, allow } = router.find(path, method);
  return { path, method, match: match?.info ?? null, params: Object.entries(params), allow };
};

// What cannot be part of an expression over the whole path.
const odd = ['^[a-z]+$', '(?!ab?$)[a-z]+', '^a|^b', '(.)\\1?.*', '\\b[^b]+(?<!-)', '.+$', '(?:^a|b)+'];

const withOddConstraints = (random: Random, pattern: string): string =>
  pattern.replaceAll(/(?<=:)(?:\[a-z\]\+|a\|b|\.\{2,\})(?=\})/g, (plain) =>
    random.chance(0.5) ? random.pick(odd) : plain,
  );

/** Routes of random patterns, each method and shape once, as the route table sees to. */
const randomRoutes = (random: Random): DriverRoute[] => {
  const taken = new Set<string>();
  return random
    .list(1 + random.below(25), () => {
      const one = route(
        random.pick([['GET', 'HEAD'], ['POST'], ['PUT', 'PATCH'], ['GET', 'HEAD', 'POST'], ['DELETE']]),
        withOddConstraints(random, randomPattern(random)),
        random.chance(0.05) ? 'i' : '',
        random.chance(0.1),
      );
      const keys = one.methods.map((method) => `${method} ${patternShape(one.pattern)}`);
      if (keys.some((key) => taken.has(key))) return null;
      for (const key of keys) taken.add(key);
      return one;
    })
    .filter((one) => one !== null);
};

const find = (rows: readonly string[], path: string, method = 'GET') => {
  const routes = rows.map((row) => route((row.split(' ')[0] ?? '').split('|'), row.split(' ')[1] ?? ''));
  const { match, params, allow } = found(routersOf(routes).fastify, path, method);
  return match === null ? { allow } : { path: match.path, params: Object.fromEntries(params) };
};

describe('FastifyRouter', () => {
  test('finds in random route tables what the Koa driver finds', () => {
    const random = new Random(2026);
    const tables = howMany(200, 5000);
    let matches = 0;
    for (let table = 0; table < tables; table++) {
      const routes = randomRoutes(random);
      const { koa, fastify } = routersOf(routes);
      for (let request = 0; request < 40; request++) {
        const path = randomPath(random);
        const method = random.pick(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);
        const expected = found(koa, path, method);
        if (expected.match !== null) matches++;
        expect({ table, ...found(fastify, path, method) }).toEqual({ table, ...expected });
      }
    }
    expect(matches).toBeGreaterThan(tables * 5);
  }, 120_000);

  test.each([
    ['a constrained parameter beats a plain one', ['GET /{a}', 'GET /{b:[0-9]+}'], '/7', '/{b:[0-9]+}'],
    ['and is passed over where it does not fit', ['GET /{a}', 'GET /{b:[0-9]+}'], '/x', '/{a}'],
    ['a mixture beats both', ['GET /{a}', 'GET /{b:.+}', 'GET /{c}.{d}'], '/x.y', '/{c}.{d}'],
    [
      'a constrained parameter beats a literal further on',
      ['GET /{a}/x', 'GET /{b:[0-9]+}/{c*}'],
      '/7/x',
      '/{b:[0-9]+}/{c*}',
    ],
    ['a path that leads nowhere is left again', ['GET /a/b/{c}/d', 'GET /a/{x*}'], '/a/b/c/e', '/a/{x*}'],
    ['a literal may hold a colon or a star', ['GET /{a}', 'GET /x:y', 'GET /a*b'], '/a*b', '/a*b'],
  ])('RT-15 %s', (_name, rows, path, expected) => {
    expect(find(rows, path)).toMatchObject({ path: expected });
    expect(find(rows.toReversed(), path)).toMatchObject({ path: expected });
  });

  test('a path another method has falls through to less specific routes of its own', () => {
    const rows = ['POST /users/me', 'GET /users/{id}', 'DELETE /{path*}'];
    expect(find(rows, '/users/me')).toEqual({ path: '/users/{id}', params: { id: 'me' } });
    expect(find(rows, '/users/me', 'DELETE')).toEqual({ path: '/{path*}', params: { path: 'users/me' } });
    expect(find(rows, '/users/me', 'PUT')).toEqual({ allow: ['POST', 'GET', 'DELETE'] });
  });

  test('the root is matched by itself and by nothing that wants a segment', () => {
    expect(find(['GET /{a}', 'GET /{b*}'], '/')).toEqual({ allow: [] });
    expect(find(['GET /', 'GET /{b*}'], '/')).toEqual({ path: '/', params: {} });
  });

  test('parameters have no prototype and no length limit of their own', () => {
    const { fastify } = routersOf([route(['GET'], '/{id}'), route(['GET'], '/x/{__proto__}')]);
    const { params } = fastify.find(`/${'a'.repeat(8000)}`, 'GET');
    expect(Object.getPrototypeOf(params)).toBeNull();
    expect(params['id']).toHaveLength(8000);
    expect(Object.keys(fastify.find('/x/y', 'GET').params)).toEqual(['__proto__']);
  });

  test('5,000 constrained routes are registered in time that grows with their number', () => {
    const routes = Array.from({ length: 5000 }, (_, at) =>
      route(['GET', 'HEAD'], `/{tenant:[a-z]+}/r${at}/{id:[0-9]+}`),
    );
    const began = performance.now();
    const fastify = new FastifyRouter(routes);
    expect(performance.now() - began).toBeLessThan(5000);
    expect(fastify.find('/acme/r4999/7', 'GET').params).toEqual({ tenant: 'acme', id: '7' });
  });
});
