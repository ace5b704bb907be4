import type { CommandModule } from '@taproot/console';

/** The console commands of the cache. */
export const commands: CommandModule['commands'] = [
  {
    path: 'cache:clear',
    description: 'Remove all values of the cache',
    load: async () => (await import('./cache-clear.ts')).CacheClear,
  },
  {
    path: 'cache:table',
    description: 'Write a migration of the tables for values and locks',
    load: async () => (await import('./cache-table.ts')).CacheTable,
  },
];
