import { defineConfig } from '@taproot/core';

/** Settings that differ from the defaults. */
export const config = {
  app: defineConfig('app', { name: 'Conduit' }),
  auth: defineConfig('auth', (env) => ({
    scheme: 'Token',
    // A token names a login, not a user, so that one login of a user can end without the others.
    providers: { logins: { driver: 'database', table: 'logged_in_users', id: 'login' } },
    guards: { jwt: { driver: 'jwt', provider: 'logins', lifetime: '7d' } },
    passwords: { memory: env('HASH_MEMORY', 19_456) },
  })),
  database: defineConfig('database', { migrate_on_boot: true }),
  openapi: defineConfig('openapi', { title: 'Conduit' }),
};
