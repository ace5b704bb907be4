import type { CommandModule } from '@taproot/console';

/** The console commands of accounts. */
export const commands: CommandModule['commands'] = [
  {
    path: 'account:table',
    description: 'Write a migration of the tables for accounts',
    load: async () => (await import('./account-table.ts')).AccountTable,
  },
];
