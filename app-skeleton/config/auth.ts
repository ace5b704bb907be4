import { defineConfig } from '@taproot/core';

/** Who is a user, and how one is recognised: by signed tokens, whose secret comes from APP_KEY. */
export const auth = defineConfig('auth', (env) => ({
  default: 'jwt',
  guards: {
    /** Minutes that an access token lives, and a refresh token. */
    jwt: { driver: 'jwt', provider: 'users', ttl: 60, refresh_ttl: 14 * 24 * 60 },
  },
  /** `memory` forgets logouts with the process. For several processes there is `redis`, and `database` without one. */
  revocation: { store: env('REDIS_URL', '') === '' || env('APP_ENV', '') === 'testing' ? 'memory' : 'redis' },
}));
