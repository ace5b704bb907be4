import type { CommandEntry } from '@taproot/console';

/** The application's own console commands. Each is imported when it is run. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'invoices:send',
    description: 'Send the invoices that wait',
    load: async () => (await import('../app/console/commands/send-invoices.ts')).SendInvoices,
  },
];
