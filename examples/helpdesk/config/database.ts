import { defineConfig } from '@taproot/core';

/** Where rows are kept. `DATABASE_URL` chooses another engine: postgres://user:password@host/name, mysql://... */
export const database = defineConfig('database', {
  /** Creates the tables when the server starts. With several machines, set it to false and run `npx taproot migrate` first. */
  migrate_on_boot: true,
});
