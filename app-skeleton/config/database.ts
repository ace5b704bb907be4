import { defineConfig } from '@taproot/core';

/** Where rows are kept. `DATABASE_URL` chooses another engine: postgres://user:password@host/name, mysql://... */
export const database = defineConfig('database', (env) => ({
  // Every test has a database of its own, and leaves alone the one that DATABASE_URL leads to.
  ...(env('APP_ENV', '') === 'testing' ? { default: 'sqlite' } : {}),
  connections: {
    sqlite: env('APP_ENV', '') === 'testing' ? { path: ':memory:' } : {},
  },
  /** Makes the tables when the server starts. With many machines, run `npx taproot migrate` before it instead. */
  migrate_on_boot: true,
}));
