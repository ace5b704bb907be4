import type { Context } from '@taproot/core';
import type { RootRouter } from '@taproot/routing';
import { expect } from 'expect';
import { test } from './cases.ts';
import type { Suite } from './suite.ts';

const params = (ctx: Context) => ctx.response().json(200, ctx.request().routes());

/** A constraint sees only the value of its parameter, whatever else the path contains. */
export const constraints = (suite: Suite): void => {
  test.each<[what: string, register: (route: RootRouter) => void, served: [string, object][], unknown: string[]]>([
    [
      'anchors',
      (route) => route.get('/u/{id}/edit', params).where('id', /^\d+$/),
      [['/u/7/edit', { id: '7' }]],
      ['/u/x/edit', '/u/7x/edit', '/u/7'],
    ],
    [
      'an anchor in the pattern',
      (route) => route.get('/u/{id:^\\d+$}', params),
      [['/u/7', { id: '7' }]],
      ['/u/x', '/u/7/8'],
    ],
    [
      'an anchor at the end',
      (route) => route.get('/u/{id:\\d+$}/edit', params),
      [['/u/7/edit', { id: '7' }]],
      ['/u/x/edit'],
    ],
    [
      'anchors in alternatives',
      (route) => route.get('/u/{id:^a$|^b$}/x', params),
      [
        ['/u/a/x', { id: 'a' }],
        ['/u/b/x', { id: 'b' }],
      ],
      ['/u/ab/x'],
    ],
    [
      'anchors and a wildcard',
      (route) => route.get('/f/{path*}', params).where('path', /^[a-z/]+$/),
      [['/f/a/b', { path: 'a/b' }]],
      ['/f/a/7'],
    ],
    [
      'anchors in mixed segments',
      (route) => route.get('/z-{id:^[a-f]+$}.{ext:^(?:png|jpg)$}', params),
      [['/z-abc.jpg', { id: 'abc', ext: 'jpg' }]],
      ['/z-xyz.jpg', '/z-abc.gif'],
    ],
    [
      'a lookahead within a group of a mixed segment',
      (route) => route.get('/f/{name:(?:(?!xx)[A-Za-z])+}.{ext}', params),
      [['/f/File.tar.gz', { name: 'File', ext: 'tar.gz' }]],
      ['/f/axxb.gz'],
    ],
    [
      'a dollar sign of the text',
      (route) => route.get('/p/{price:\\d+\\$}', params),
      [['/p/7$', { price: '7$' }]],
      ['/p/7'],
    ],
    [
      'a lookahead to the end',
      (route) => route.get('/x/{user}/posts', params).where('user', '(?!admin$)[a-z]+'),
      [
        ['/x/bob/posts', { user: 'bob' }],
        ['/x/admins/posts', { user: 'admins' }],
      ],
      ['/x/admin/posts'],
    ],
    [
      'a lookahead that could see the rest of the path',
      (route) => route.get('/x/{user:(?!.*posts)[a-z]+}/posts', params),
      [['/x/bob/posts', { user: 'bob' }]],
      ['/x/posts/posts'],
    ],
    [
      'a lookbehind, a word boundary and a flag',
      (route) => route.get('/x/{a:.+(?<!-)}/{b:\\b[a-z-]+\\b}/{c}', params).where('c', /^[a-z]+$/iu),
      [['/x/a-b/c-d/E', { a: 'a-b', b: 'c-d', c: 'E' }]],
      ['/x/a-/c/e', '/x/a/c-/e', '/x/a/b/7'],
    ],
    [
      'a lookahead in a mixed segment',
      (route) => route.get('/{user:(?!admin$)[a-z-]+}-{id:\\d+}/{tab?}', params),
      [
        ['/bob-7', { user: 'bob', id: '7' }],
        ['/admin-bob-7/x', { user: 'admin-bob', id: '7', tab: 'x' }],
      ],
      ['/admin-7', '/admin-7/x'],
    ],
    [
      'back references',
      (route) => route.get('/{a:(x)(y)?}/{n:(\\d)\\1}/{m:(?<q>[ab])\\k<q>}-{o}', params),
      [['/x/11/aa-1', { a: 'x', n: '11', m: 'aa', o: '1' }]],
      ['/x/12/aa-1', '/x/11/ab-1'],
    ],
    [
      'groups of one name',
      (route) => route.get('/{from:(?<y>\\d{4})}/{to:(?<y>\\d{4})}', params),
      [['/2025/2026', { from: '2025', to: '2026' }]],
      ['/2025/x'],
    ],
    [
      'optional parameters',
      (route) => route.get('/o/{year:^\\d+$}/{month?:^\\d\\d?$}/{rest?}', params),
      [
        ['/o/2026', { year: '2026' }],
        ['/o/2026/7', { year: '2026', month: '7' }],
        ['/o/2026/7/x', { year: '2026', month: '7', rest: 'x' }],
      ],
      ['/o/x', '/o/2026/x', '/o/2026/777/x'],
    ],
    [
      'a constraint of mixed segments that could take a slash, before a wildcard',
      (route) => route.get('/{name:.+}.x/{rest*}', params),
      [['/b.x/c.x/d', { name: 'b', rest: 'c.x/d' }]],
      ['/b/c.x/d'],
    ],
    [
      'characters that end a line',
      (route) => route.get('/l/{text:.+}', params),
      [['/l/a', { text: 'a' }]],
      ['/l/a%E2%80%A8b'],
    ],
    [
      'constraints of scopes and resources',
      (route) => {
        route.where('id', /^\d+$/).get('/scope/{id}', params);
        route.resource('/posts', { show: params }).where('id', /^\d+$/);
      },
      [
        ['/scope/7', { id: '7' }],
        ['/posts/7', { id: '7' }],
      ],
      ['/scope/x', '/posts/x'],
    ],
  ])('%s', async (_what, register, served, unknown) => {
    const { url } = await suite.open(register);
    for (const [path, expected] of served) {
      const response = await fetch(url + path);
      expect([path, response.status, await response.json()]).toEqual([path, 200, expected]);
    }
    for (const path of unknown) {
      const { status } = await fetch(url + path);
      expect([path, status]).toEqual([path, 404]);
    }
  });

  test('a constraint that is no expression by itself stops the boot', async () => {
    for (const constraint of ['a)(b', 'a)|(?:b', '(a', '[a'])
      await expect(suite.open((route) => route.get('/{id}', params).where('id', constraint))).rejects.toMatchObject({
        code: 'E_ROUTE_PATTERN',
      });
  });
};
