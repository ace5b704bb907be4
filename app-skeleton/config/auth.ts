import { defineConfig } from '@taproot/core';

/** Who is a user, and how one is recognised: by signed tokens, whose secret comes from APP_KEY. */
export const auth = defineConfig('auth', (env) => ({
  default: 'jwt',
  guards: {
    /** How long an access token lives, and a refresh token. */
    jwt: { driver: 'jwt', provider: 'users', lifetime: '1h', refresh_lifetime: '14d' },
  },
  /** `memory` forgets logouts with the process. For several processes there is `redis`, and `database` without one. */
  revocation: { store: env('REDIS_URL', '') === '' || env('APP_ENV', '') === 'testing' ? 'memory' : 'redis' },
}));
