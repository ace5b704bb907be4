import assert from 'node:assert/strict';
import { test } from 'node:test';
import { auth } from '@taproot/auth';
import type { Config } from '@taproot/core';
import { routing } from '@taproot/routing';
import { http, pluginChecks, testApplication } from '@taproot/testing';
import { apiKey, hashKey } from '../src/index.ts';

declare module '@taproot/auth' {
  interface AuthUser {
    readonly id: string;
    readonly name: string;
  }
}

const key = 'a-key-of-the-shop';

const config = {
  auth: {
    default: 'shop',
    guards: { shop: { driver: 'api-key', realm: 'Shop', keys: { [hashKey(key)]: '7', [hashKey('orphan')]: '8' } } },
    providers: { users: { driver: 'list' } },
  },
} satisfies Config;

const boot = (given: Config = config) =>
  testApplication({
    plugins: [routing(), auth(), apiKey()],
    config: given,
    register: ({ facades, middleware }) => {
      facades.Auth().provider('list', () => ({
        findById: (id) => (id === '7' ? { id, name: 'Ada' } : null),
        findByCredentials: () => null,
        idOf: ({ id }) => id,
      }));
      facades
        .Route()
        .middleware(middleware.auth())
        .get('/me', async (ctx) => ({ id: (await facades.Auth(ctx).user())?.id ?? null }));
    },
  });

test('a key recognises its user', async () => {
  await using app = await boot();
  await http(app).withHeader('X-Api-Key', key).get('/me').assertOk().assertExactJson({ id: '7' });
});

test('a guest and a wrong key get 401 with the scheme of the guard', async () => {
  await using app = await boot();
  for (const client of [http(app), ...['wrong', 'orphan'].map((sent) => http(app).withHeader('X-Api-Key', sent))])
    await client.get('/me').assertUnauthorized().assertHeader('WWW-Authenticate', 'ApiKey realm="Shop"');
});

test('the header and the realm are options', async () => {
  const guards = { shop: { ...config.auth.guards.shop, header: 'X-Shop' } };
  await using app = await boot({ auth: { ...config.auth, guards } });
  await http(app).withHeader('X-Shop', key).get('/me').assertOk();
  await http(app).withHeader('X-Api-Key', key).get('/me').assertUnauthorized();
});

test('a key in place of its hash stops the boot', async () => {
  const guards = { shop: { ...config.auth.guards.shop, keys: { [key]: '7' } } };
  await assert.rejects(boot({ auth: { ...config.auth, guards } }), { code: 'E_API_KEY_HASH' });
});

test('the route says how credentials are sent', async () => {
  await using app = await boot();
  const [me] = app.facades.Route().getRoutes();
  const described = me?.middlewareDescriptions.flatMap((one) => one?.security ?? []);
  assert.deepEqual(described, [{ name: 'shop', scheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key' } }]);
});

for (const { name, run } of pluginChecks(apiKey, { beside: () => [routing(), auth()] })) void test(name, run);
