import { defineConfig } from '@taproot/core';
import '@taproot/auth';

/** Agents log in with a session, on pages. Customers and programs send a token, to the API. */
export const auth = defineConfig('auth', {
  default: 'api',
  guards: {
    web: { driver: 'session', remember: '30d', login_page: '/login' },
    api: { driver: 'token' },
  },
});
