import type { CommandEntry } from '@taproot/console';

/** The application's own console commands. Each is imported when it is run. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'tickets:close',
    description: 'Close tickets that were answered two weeks ago',
    load: async () => (await import('../app/console/commands/close-tickets.ts')).CloseTickets,
  },
];
