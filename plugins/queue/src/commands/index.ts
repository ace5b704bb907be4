import type { CommandModule } from '@taproot/console';

/** The console commands of the queue. */
export const commands: CommandModule['commands'] = [
  {
    path: 'queue:work',
    description: 'Work on jobs until SIGTERM or Ctrl-C',
    load: async () => (await import('./queue-work.ts')).QueueWork,
  },
  {
    path: 'queue:table',
    description: 'Write a migration of the tables for jobs',
    load: async () => (await import('./queue-table.ts')).QueueTable,
  },
];
