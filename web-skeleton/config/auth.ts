import { defineConfig } from '@taproot/core';

/** How a browser is recognised: by its session, and by a cookie for those who want to stay logged in. */
export const auth = defineConfig('auth', {
  default: 'web',
  guards: { web: { driver: 'session', remember: '30d', login_page: '/login' } },
});
