import { defineConfig } from '@taproot/core';
import '@taproot/cache';

export const cache = defineConfig('cache', (env) => ({
  /** In a table, so that a change in one process is known to all: `forget()` of the store `memory` reaches its own process alone. */
  store: env.oneOf('CACHE_STORE', ['database', 'redis', 'memory'], 'database'),
  /** With the rows that they protect: a Redis that is started again has forgotten which request was repeated. */
  locks: 'database',
}));
