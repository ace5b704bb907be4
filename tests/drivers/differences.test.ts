import { describe, expect, test } from '@jest/globals';
import { FastifyRouter } from '../../plugins/routing/src/drivers/fastify-router.ts';
import { growth } from '../support/steps.ts';
import { compareRouters, found, route, routersOf } from './support/compare-routers.ts';
import { differential } from './support/differential.ts';

const seed = Number(process.env['SEED'] ?? 20261121);

test(`the Koa and the Fastify driver answer 100 generated requests alike (seed ${seed})`, async () => {
  const { differences, reported, statuses } = await differential(100, seed);
  expect(differences).toEqual([]);
  expect(reported.fastify).toEqual(reported.koa);
  // What is generated reaches successes, refusals and failures alike.
  for (const status of [200, 204, 400, 404, 405, 415, 500]) expect([...statuses.keys()]).toContain(status);
}, 60_000);

const find = (rows: readonly string[], path: string, method = 'GET') => {
  const routes = rows.map((row) => route((row.split(' ')[0] ?? '').split('|'), row.split(' ')[1] ?? ''));
  const { match, params, allow } = found(routersOf(routes).fastify, path, method);
  return match === null ? { allow } : { path: match.path, params: Object.fromEntries(params) };
};

describe('FastifyRouter', () => {
  test('finds in random route tables what the Koa driver finds', () => {
    const { tables, matches, differences } = compareRouters(50, 2026);
    expect(differences).toEqual([]);
    expect(matches).toBeGreaterThan(tables * 5);
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

  test('constrained routes are registered in time that grows with their number', async () => {
    const register = (length: number): FastifyRouter =>
      new FastifyRouter(
        Array.from({ length }, (_, at) => route(['GET', 'HEAD'], `/{tenant:[a-z]+}/r${at}/{id:[0-9]+}`)),
      );
    expect(await growth(200, register)).toBeLessThan(5);
    expect(register(200).find('/acme/r199/7', 'GET').params).toEqual({ tenant: 'acme', id: '7' });
  });
});
