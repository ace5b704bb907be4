import { defineConfig } from '@taproot/core';

/** Where rows are kept. `DATABASE_URL` chooses another engine: postgres://user:password@host/name, mysql://... */
export const database = defineConfig('database', (env) => ({
  /** Makes the tables when the server starts. In production, `npx taproot migrate` makes them before a new version starts. */
  migrate_on_boot: env('APP_ENV', 'production') !== 'production',
}));
