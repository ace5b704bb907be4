import type { CommandEntry } from '@taproot/console';

export const commands: readonly CommandEntry[] = [
  {
    path: 'queue:work',
    description: 'Work off the jobs of the queue',
    load: async () => (await import('./queue-work.ts')).QueueWork,
  },
];
