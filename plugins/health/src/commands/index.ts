import type { CommandEntry } from '@taproot/console';

/** The console command of health. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'health',
    description: 'Ask the running server whether it is ready; exit with 0 or 1',
    load: async () => (await import('./health.ts')).Health,
  },
];
