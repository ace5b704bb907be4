import { expect, test } from '@jest/globals';
import { auth } from '@taproot/auth';
import { definePlugin } from '@taproot/core/plugin';
import { routing } from '@taproot/routing';
import { http, testApplication } from '@taproot/testing';

const users = () =>
  definePlugin({
    name: 'users',
    after: ['auth'],
    apply: (app) =>
      void app.facades.Auth().provider('fixed', () => ({
        findById: () => null,
        findByCredentials: () => null,
        idOf: (user) => String(Object(user).id),
      })),
  });

const secret = 'a secret of tests, which nobody else has: 1234567890';
const config = {
  auth: {
    guards: { web: { driver: 'jwt', provider: 'fixed', secret }, admin: { driver: 'jwt', provider: 'fixed', secret } },
    default: 'web',
    providers: { fixed: { driver: 'fixed' } },
  },
};

const boot = (env: Record<string, string> = {}) =>
  testApplication({
    plugins: [routing(), auth(), users()],
    config,
    env,
    register: ({ facades, middleware }) => {
      const route = facades.Route();
      route.get('/free', async (ctx) => ctx.response().json(200, { id: await facades.Auth(ctx).id() }));
      route
        .middleware(middleware.auth())
        .get('/me', async (ctx) => ctx.response().json(200, await facades.Auth(ctx).user()));
      route.middleware(middleware.auth('admin')).get('/admin', (ctx) => ctx.response().noContent());
    },
  });

test('a test sends requests in the name of a user, by the default guard or a named one', async () => {
  await using app = await boot();
  const client = http(app).actingAs({ id: 7 });
  await client.get('/me').assertOk().assertExactJson({ id: 7 });
  await client.get('/free').assertExactJson({ id: '7' });
  await client.get('/admin').assertUnauthorized();
  await http(app).actingAs({ id: 7 }, 'admin').get('/admin').assertNoContent();
  await http(app).get('/me').assertUnauthorized();
});

test('nobody acts outside of tests, or without auth', async () => {
  await using app = await boot({ APP_ENV: 'development' });
  expect(() => http(app).actingAs({ id: 7 })).toThrow('it does not run with APP_ENV=testing');
  await using bare = await testApplication({ plugins: [routing()] });
  expect(() => http(bare).actingAs({ id: 7 })).toThrow('it has no plugin auth');
});
