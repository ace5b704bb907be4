import { describe, expect, test } from '@jest/globals';
import type { RouteFinder } from '@taproot/core/internal';
import { parsePattern } from '../../../plugins/routing/src/pattern/parse-pattern.ts';
import { RouteSearch } from '../../../plugins/routing/src/router/route-search.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { growth } from '../../support/steps.ts';
import { routeRecord } from '../support/route-record.ts';
import { fuzzRouter } from './fuzz-router.ts';

const find = (finder: RouteFinder, path: string, method = 'GET') => {
  const { route: found, params, allow } = finder.find(path, method);
  return found === null ? { allow } : { path: found.info.path, params: { ...params } };
};

describe('the search of every driver', () => {
  const routerOf = (...rows: string[]): RouteFinder =>
    new RouteSearch(
      rows.map((row) => {
        const [methods = '', path = ''] = row.split(' ');
        return routeRecord(methods.split('|'), path);
      }),
    );

  test.each([
    ['/users/me', '/users/me', {}],
    ['/users/7', '/users/{id:[0-9]+}', { id: '7' }],
    ['/users/ada', '/users/{name}', { name: 'ada' }],
    ['/users/ada.json', '/users/{name}.{extension}', { name: 'ada', extension: 'json' }],
    ['/users/a/b/c', '/users/{path*}', { path: 'a/b/c' }],
    ['/files/a%2Fb/c%25', '/files/{path*}', { path: 'a%2Fb/c%' }],
    ['/files/a%252Fb/%25252F', '/files/{path*}', { path: 'a%252Fb/%25252F' }],
    ['/echo/a%2Fb', '/echo/{text}', { text: 'a/b' }],
    ['/echo/a%252Fb', '/echo/{text}', { text: 'a%2Fb' }],
    ['/maybe', '/maybe/{year?}/{month?}', {}],
    ['/maybe/2026', '/maybe/{year?}/{month?}', { year: '2026' }],
    ['/maybe/2026/11', '/maybe/{year?}/{month?}', { year: '2026', month: '11' }],
    ['/media/video/3', '/media/{kind:(image|video)}/{id}', { kind: 'video', id: '3' }],
    ['/c++/(x)', '/c++/(x)', {}],
    ['/', '/', {}],
  ])('RT-15 matches %s by the most specific route, in either order of registration', (path, pattern, params) => {
    const rows = [
      'GET /users/{path*}',
      'GET /users/{name}',
      'GET /users/{id:[0-9]+}',
      'GET /users/{name}.{extension}',
      'GET /users/me',
      'GET /files/{path*}',
      'GET /echo/{text}',
      'GET /maybe/{year?}/{month?}',
      'GET /media/{kind:(image|video)}/{id}',
      'GET /c++/(x)',
      'GET /',
    ];
    expect(find(routerOf(...rows), path)).toEqual({ path: pattern, params });
    expect(find(routerOf(...rows.toReversed()), path)).toEqual({ path: pattern, params });
  });

  test('a constraint may have flags; a literal is compared in its canonical form', () => {
    const pattern = parsePattern('/c/{code}/100%', { code: /[a-z]+/i });
    const router = new RouteSearch([{ ...routeRecord(['GET'], '/c'), pattern }]);
    expect(router.find('/c/AB/100%25', 'GET').params['code']).toBe('AB');
    expect(router.find('/c/A1/100%25', 'GET').route).toBeNull();
  });

  test('a constraint that could match a slash stays within its segment; optional segments reach down to the root', () => {
    const router = routerOf('GET /{a:[^.]+}/{rest*}', 'PUT /{all?}');
    expect(find(router, '/x/y/z')).toEqual({ path: '/{a:[^.]+}/{rest*}', params: { a: 'x', rest: 'y/z' } });
    expect(find(router, '/', 'PUT')).toEqual({ path: '/{all?}', params: {} });
    expect(find(router, '/one', 'PUT')).toEqual({ path: '/{all?}', params: { all: 'one' } });
  });

  test('RT-07 tells the methods of the routes that share the path', () => {
    const router = routerOf('GET|HEAD /a/{id}', 'PUT|PATCH /a/{id}', 'POST /a');
    expect(find(router, '/a/1', 'DELETE')).toEqual({ allow: ['GET', 'HEAD', 'PUT', 'PATCH'] });
    expect(find(router, '/b', 'GET')).toEqual({ allow: [] });
  });

  test('a less specific route of the right method beats a more specific one of another', () => {
    const router = routerOf('GET /users/me', 'DELETE /users/{id}');
    expect(find(router, '/users/me', 'DELETE')).toEqual({ path: '/users/{id}', params: { id: 'me' } });
  });

  test('RT-14 parameters have no prototype', () => {
    const { params } = routerOf('GET /{constructor}/{__proto__}').find('/a/b', 'GET');
    expect(Object.getPrototypeOf(params)).toBeNull();
    expect(params['__proto__']).toBe('b');
    expect(params['toString']).toBeUndefined();
  });

  test('RT-11 a hostile path against mixed segments is decided at once', () => {
    const router = routerOf('GET /x/{a}-{b}-{c}', 'GET /x/{a}-{b}-{c}.z', 'GET /{path*}');
    for (const unit of ['-', 'a-'])
      for (const rest of ['', '/y']) {
        const path = `/x/${unit.repeat(100_000)}${rest}`;
        expect(endsSoon(() => find(router, path))).toMatchObject({ path: expect.any(String) });
      }
  });

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
    expect(find(routerOf(...rows), path)).toMatchObject({ path: expected });
    expect(find(routerOf(...rows.toReversed()), path)).toMatchObject({ path: expected });
  });

  test('a path another method has falls through to less specific routes of its own', () => {
    const rows = ['POST /users/me', 'GET /users/{id}', 'DELETE /{path*}'];
    expect(find(routerOf(...rows), '/users/me')).toEqual({ path: '/users/{id}', params: { id: 'me' } });
    expect(find(routerOf(...rows), '/users/me', 'DELETE')).toEqual({ path: '/{path*}', params: { path: 'users/me' } });
    expect(find(routerOf(...rows), '/users/me', 'PUT')).toEqual({ allow: ['POST', 'GET', 'DELETE'] });
  });

  test('the root is matched by itself and by nothing that wants a segment', () => {
    expect(find(routerOf('GET /{a}', 'GET /{b*}'), '/')).toEqual({ allow: [] });
    expect(find(routerOf('GET /', 'GET /{b*}'), '/')).toEqual({ path: '/', params: {} });
  });

  test('a parameter has no length limit of its own', () => {
    const { params } = routerOf('GET /{id}').find(`/${'a'.repeat(8000)}`, 'GET');
    expect(params['id']).toHaveLength(8000);
  });

  test('constrained routes are registered in time that grows with their number', async () => {
    const register = (length: number): RouteFinder =>
      routerOf(...Array.from({ length }, (_, at) => `GET|HEAD /{tenant:[a-z]+}/r${at}/{id:[0-9]+}`));
    expect(await growth(200, register)).toBeLessThan(5);
    expect(register(200).find('/acme/r199/7', 'GET').params).toEqual({ tenant: 'acme', id: '7' });
  });

  test('RT-18 RT-14 agrees with a naive matcher on random paths', () => {
    let seed = 42;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const words = ['a', 'b', 'c', 'users', '7', '42', 'x.y', 'a-b'];
    const slots = [...words, '{p}', '{q:[0-9]+}', '{r}-{s}'];
    const patterns = new Set<string>();
    while (patterns.size < 400) {
      const depth = 1 + random(4);
      const segments = Array.from({ length: depth }, (_, at) => {
        const slot = slots[random(slots.length)] ?? 'a';
        return slot.replaceAll(/\{(\w)/g, `{$1${at}`);
      });
      if (random(6) === 0) segments.push('{rest*}');
      patterns.add(`/${segments.join('/')}`);
    }
    const router = routerOf(...[...patterns].map((pattern) => `GET ${pattern}`));
    const naive = [...patterns].map((pattern) => {
      const source = pattern
        .replaceAll(/[.+]/g, '\\$&')
        .replaceAll(/\{q\d:\[0-9\]\\\+\}/g, '[0-9]+')
        .replaceAll(/\{r\d\}-\{s\d\}/g, '[^/-]+-[^/]+')
        .replaceAll(/\/\{rest\*\}/g, '/.+')
        .replaceAll(/\{p\d\}/g, '[^/]+');
      return { pattern, regexp: new RegExp(`^${source}$`) };
    });
    // `random-paths` of tests/long walks a million.
    for (let n = 0; n < 2000; n++) {
      const path = `/${Array.from({ length: 1 + random(5) }, () => words[random(words.length)]).join('/')}`;
      const expected = naive.filter(({ regexp }) => regexp.test(path)).map(({ pattern }) => pattern);
      const found = find(router, path);
      if ('path' in found) expect(expected).toContain(found.path);
      else expect(expected).toEqual([]);
    }
  });
});

test('RT-18 the search finds what a naive matcher finds, in tables small and large', () => {
  for (const [routes, paths] of [
    [300, 500],
    [2000, 50],
  ] as const) {
    const { matched, faults } = fuzzRouter(routes, paths, 14);
    expect(faults).toEqual([]);
    expect(matched).toBeGreaterThan(paths / 10);
  }
});
