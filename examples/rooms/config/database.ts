import { defineConfig } from '@taproot/core';

/** Where rows are kept. `DATABASE_URL` chooses another engine: postgres://user:password@host/name, mysql://... */
export const database = defineConfig('database', {
  /** Makes the tables when the server starts. With many machines, run `npx taproot migrate` before it instead. */
  migrate_on_boot: true,
});
