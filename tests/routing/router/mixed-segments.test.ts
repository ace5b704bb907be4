import { describe, expect, test } from '@jest/globals';
import { hasCode } from '@taproot/core';
import type { RouteFinder } from '@taproot/core/internal';
import { RouteSearch } from '../../../plugins/routing/src/router/route-search.ts';
import { drivers } from '../../support/drivers.ts';
import { endsSoon } from '../../support/ends-soon.ts';
import { Random } from '../../support/random.ts';
import { bootRoutes } from '../../support/serve.ts';
import { routeRecord } from '../support/route-record.ts';

const finderOf = (...paths: string[]): RouteFinder => new RouteSearch(paths.map((path) => routeRecord(['GET'], path)));

const found = (finder: RouteFinder, path: string) => {
  const { route, params } = finder.find(path, 'GET');
  return route === null ? null : { path: route.info.path, params: { ...params } };
};

test.each([
  ['/images/{id}.jpg', '/images/a.b.jpg', { id: 'a.b' }],
  ['/images/{id}.jpg', '/images/a.jpg.jpg', { id: 'a.jpg' }],
  ['/pkg/{file}.tgz', '/pkg/lodash-4.17.21.tgz', { file: 'lodash-4.17.21' }],
  ['/users/{email}.json', '/users/ada@example.com.json', { email: 'ada@example.com' }],
  ['/v/{verb}ing', '/v/swimming', { verb: 'swimm' }],
  ['/s/{slug}-{id:[0-9]+}', '/s/hello-world-7', { slug: 'hello-world', id: '7' }],
  ['/d/{name}.{ext:[a-z]+}', '/d/archive.tar.gz', { name: 'archive.tar', ext: 'gz' }],
  ['/d/{name}.{ext:tar\\.gz|zip}', '/d/a.b.tar.gz', { name: 'a.b', ext: 'tar.gz' }],
  [
    '/u/{name}-{id:[0-9a-f-]{36}}',
    '/u/a-b-7f1c0e9a-0b1c-4d2e-8f3a-112233445566',
    {
      name: 'a-b',
      id: '7f1c0e9a-0b1c-4d2e-8f3a-112233445566',
    },
  ],
  ['/m/v{major:[0-9]+}-{name}.js/{rest*}', '/m/v1-a.b.js/c.js', { major: '1', name: 'a.b', rest: 'c.js' }],
  ['/x/{a}2{b:[0-9A-F]+}', '/x/a%25', null],
  ['/x/{a}2{b:[0-9A-F]+}', '/x/%2525', { a: '%', b: '5' }],
  ['/f/{name}.{ext}', '/f/archive.tar.gz', { name: 'archive', ext: 'tar.gz' }],
  ['/t/{a}-{n:[0-9]+}-{b}', '/t/x-1-y-2-z', { a: 'x', n: '1', b: 'y-2-z' }],
  ['/images/{id}.jpg', '/images/.jpg', null],
  ['/images/{id}.jpg', '/images/a.jpeg', null],
])('%s takes %s up to the last of its text', (pattern, path, params) => {
  expect(found(finderOf(pattern), path)).toEqual(params === null ? null : { path: pattern, params });
});

test.each([
  ['/i/a.thumb.jpg', '/i/{id}.thumb.jpg'],
  ['/i/a.jpg', '/i/{id}.jpg'],
  ['/i/a.gif', '/i/{id}.{ext}'],
  ['/i/a-b.7', '/i/{id}.{n:[0-9]+}'],
])('of mixed segments that take %s, the one with more text wins, then the one with more constraints', (path, wins) => {
  const paths = ['/i/{id}.{ext}', '/i/{id}.jpg', '/i/{id}.{n:[0-9]+}', '/i/{id}.thumb.jpg'];
  expect(found(finderOf(...paths), path)?.path).toBe(wins);
  expect(found(finderOf(...paths.toReversed()), path)?.path).toBe(wins);
});

test('where two are alike, the order of registration does not matter', () => {
  const paths = ['/i/{a}x{b}', '/i/{a}y{b}'];
  const first = found(finderOf(...paths), '/i/1x2y3');
  expect(found(finderOf(...paths.toReversed()), '/i/1x2y3')).toEqual(first);
});

test('a hostile segment is decided at once, also where a constraint takes the text before it', () => {
  const finder = finderOf('/{slug}-{id:[\\w-]+}', '/{a}ing', '/{a}--{id:[\\w-]+}-x{n:\\d+}');
  for (const unit of ['-', 'a-', 'ing']) expect(endsSoon(() => found(finder, `/${unit.repeat(100_000)}!`))).toBeNull();
});

describe.each(drivers)('on the driver %s', (driver) => {
  test('generated mixed patterns: url() gives a path that the route reads back, or refuses the values', async () => {
    const random = new Random(7);
    const texts = ['-', '.', 'ing', '.jpg', '-x', '2', '%', 'é', '--', '.tar.gz', '@'];
    const constraints = ['', '', '', ':[0-9]+', ':[a-z-]+', ':[^x]+', ':tar\\.gz|zip', ':(?!admin$)[a-z]+'];
    const values = [
      'a',
      'a.b',
      'swimm',
      'hello-world',
      '7',
      '1-2',
      '25',
      '%',
      '%2',
      '%25',
      'a/b',
      'é',
      '.jpg',
      'ing',
      'a--b',
      'zip',
      'x@y',
    ];
    const patterns = random.list(150, () => {
      const parameters = 1 + random.below(3);
      const parts = random.list(parameters, () => random.pick(constraints)).map((text, at) => `{p${at}${text}}`);
      const body = parts.join('\0').replaceAll('\0', () => random.pick(texts));
      const [before, after] = [random.chance(0.3), parameters === 1 || random.chance(0.5)];
      return { parameters, path: `${before ? random.pick(texts) : ''}${body}${after ? random.pick(texts) : ''}` };
    });
    const app = await bootRoutes(
      (route) => {
        for (const [at, { path }] of patterns.entries())
          route.get(`/${at}/${path}`, (ctx) => ({ at, ...ctx.request().routes() })).name(`r${at}`);
      },
      { driver },
    );
    const route = app.facades.Route();
    let [read, refused] = [0, 0];
    for (const [at, { parameters }] of patterns.entries())
      for (let round = 0; round < 4; round++) {
        const given = Object.fromEntries(
          random.list(parameters, () => random.pick(values)).map((value, n) => [`p${n}`, value]),
        );
        try {
          const url = route.url(`r${at}`, given);
          const response = await route.fetch(new Request(`http://localhost${url}`));
          expect([patterns[at], given, url, await response.json()]).toEqual([
            patterns[at],
            given,
            url,
            { at, ...given },
          ]);
          read++;
        } catch (error) {
          if (!hasCode(error, 'E_ROUTE_PARAMETER')) throw error;
          refused++;
        }
      }
    await app.close();
    expect(read).toBeGreaterThan(130);
    expect(refused).toBeGreaterThan(30);
  });
});
