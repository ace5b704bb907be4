import { defineConfig } from '@taproot/core';
import '@taproot/session';

export const session = defineConfig('session', {
  /** On the server, so that a logout ends a session for good. */
  store: 'database',
  lifetime: '8h',
});
