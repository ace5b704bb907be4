import { defineConfig } from '@taproot/core';
import '@taproot/session';

declare module '@taproot/session' {
  interface SessionValues {
    /** What the next page says has happened. */
    status: string;
  }
}

export const session = defineConfig('session', {
  /** On the server, so that a logout ends a session for good. */
  store: 'database',
  lifetime: '8h',
});
