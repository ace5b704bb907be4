import { defineConfig } from '@taproot/core';

/** Sessions are rows, so that users see where they are logged in and can end it. */
export const session = defineConfig('session', {
  store: 'database',
  lifetime: '2h',
  max_lifetime: '14d',
});
