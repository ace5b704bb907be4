import { defineConfig } from '@taproot/core';
import { currentDatabase } from './current-database.ts';

/** In place of the skeleton's config/database.ts: the database that the running test owns. */
export const database = defineConfig('database', () => ({
  default: 'main',
  connections: { main: currentDatabase() },
  migrate_on_boot: true,
}));
