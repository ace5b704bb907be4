import type { CommandModule } from '@taproot/console';

/** The console commands of sessions. */
export const commands: CommandModule['commands'] = [
  {
    path: 'session:table',
    description: 'Write a migration of the table for sessions',
    load: async () => (await import('./session-table.ts')).SessionTable,
  },
];
