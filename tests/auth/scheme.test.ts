import { expect, test } from '@jest/globals';
import { FrameworkError } from '@taproot/core';
import { http } from '@taproot/routing/testing';
import { bootAuth, withAuth } from './support/application.ts';
import { loginRoutes } from './support/routes.ts';

const token = async (app: Parameters<typeof http>[0]): Promise<string> => {
  const reply = await http(app).post('/login', { email: 'ada@example.com', password: 'ada-secret' });
  return reply.json<{ access_token: string }>().access_token;
};

test('an API may call its tokens otherwise', async () => {
  await withAuth({ config: { auth: { scheme: 'Token' } }, routes: loginRoutes }, async ({ app }) => {
    const access = await token(app);
    await http(app).withToken(access, 'Token').get('/me').assertOk();
    await http(app).withToken(access, 'token').get('/me').assertOk();
    await http(app)
      .withToken(access, 'Bearer')
      .get('/me')
      .assertUnauthorized()
      .assertHeader('WWW-Authenticate', /^Token realm="Taproot"/);
  });
});

test.each(['', 'two words', 'a"b', 'é'])('%j is no scheme', async (scheme) => {
  const routes = loginRoutes;
  const boot = bootAuth({ config: { auth: { scheme } }, routes });
  await expect(boot).rejects.toThrow(FrameworkError);
  await expect(boot).rejects.toMatchObject({ code: 'E_AUTH_SETTING' });
});

test('what every character of a scheme means is itself', async () => {
  await withAuth({ config: { auth: { scheme: 'a.b' } }, routes: loginRoutes }, async ({ app }) => {
    const access = await token(app);
    await http(app).withToken(access, 'a.b').get('/me').assertOk();
    await http(app).withToken(access, 'axb').get('/me').assertUnauthorized();
  });
});

test('where auth is optional guests come in, users are known, and a bad token is refused', async () => {
  const routes: typeof loginRoutes = (route, app) => {
    loginRoutes(route, app);
    route
      .middleware(app.middleware.auth({ optional: true }))
      .get('/open', async (ctx) => ctx.response().json(200, { id: await app.facades.Auth(ctx).id() }));
  };
  await withAuth({ routes }, async ({ app }) => {
    await http(app).get('/open').assertOk().assertExactJson({ id: null });
    await http(app)
      .withToken(await token(app))
      .get('/open')
      .assertOk()
      .assertExactJson({ id: '1' });
    await http(app).withToken('no.real.token').get('/open').assertUnauthorized();
  });
});
