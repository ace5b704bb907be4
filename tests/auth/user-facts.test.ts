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
