import { defineConfig } from '@taproot/core';

/** What differs from the defaults. */
export const config = {
  app: defineConfig('app', { name: 'Conduit' }),
  auth: defineConfig('auth', (env) => ({
    scheme: 'Token',
    providers: { users: { driver: 'database', id: 'login_key' } },
    guards: { jwt: { driver: 'jwt', provider: 'users', ttl: 7 * 24 * 60 } },
    passwords: { memory: env('HASH_MEMORY', 19_456) },
  })),
  database: defineConfig('database', { migrate_on_boot: true }),
};
