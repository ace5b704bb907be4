import { describe, expect, test } from '@jest/globals';
import type { RootRouter } from '@taproot/routing';
import { http } from '@taproot/testing';
import { bootRoutes } from '../../support/serve.ts';

describe.each(['koa', 'fastify'])('a redirect on the driver %s', (driver) => {
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
    message: expect.stringContaining(`${path} to "/people/{usr}" at tests/routing/router/redirects.test.ts:`),
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
      message: expect.stringContaining('/a at tests/routing/router/redirects.test.ts:'),
    });
  });
});
