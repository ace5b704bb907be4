import { expect, test } from '@jest/globals';
import { http } from '@taproot/routing/testing';
import { users, withAuth } from './support/application.ts';

test.each(['koa', 'fastify'])('the debug page names the user, without the password (%s driver)', async (driver) => {
  await withAuth(
    {
      driver,
      env: { APP_ENV: 'development' },
      routes: (route, { facades, middleware }) => {
        route.post('/token', async (ctx) => ctx.response().string(200, await facades.Auth(ctx).loginUsingId('1')));
        route
          .middleware(middleware.auth({ optional: true }))
          .get('/fails', () => Promise.reject(new Error('It broke.')));
      },
    },
    async ({ app }) => {
      const client = http(app).accept('text/html');
      const token = (await client.post('/token')).text;
      const known = (await client.withToken(token).get('/fails').assertStatus(500)).text;
      expect(known).toContain('<dt>User</dt>');
      expect(known).toContain(users[0]?.email);
      expect(known).not.toContain(token);
      expect((await client.get('/fails')).text).toMatch(/<dt>User<\/dt><dd>guest, by the guard &#34;\w+&#34;<\/dd>/);
    },
  );
});

test.each(['koa', 'fastify'])(
  'D-10: only a string, a number or a bigint is the id of a user (%s driver)',
  async (driver) => {
    await withAuth(
      {
        driver,
        routes: (route, { facades }) => {
          const ids: (string | number | bigint)[] = JSON.parse('[["1"], [1], {}, true, null, 1, "1"]');
          route.post('/login/{index}', async (ctx) => {
            const id = ids[ctx.request().routeInt('index')] ?? 1n;
            const token = await facades.Auth(ctx).loginUsingId(id);
            return ctx.response().json(200, { token });
          });
        },
      },
      async ({ app }) => {
        for (const index of [0, 1, 2, 3])
          await http(app).post(`/login/${index}`).assertJsonPath('code', 'E_AUTH_USER_UNKNOWN');
        await http(app)
          .post('/login/1')
          .assertJsonPath('message', 'The provider "users" has no user with the id a list.');
        for (const index of [5, 6, 7]) await http(app).post(`/login/${index}`).assertOk();
      },
    );
  },
);
