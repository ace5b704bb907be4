import type { CommandEntry } from '@taproot/console';

export const commands: readonly CommandEntry[] = [
  {
    path: 'queue:work',
    description: 'Work off the jobs of the queue',
    load: async () => (await import('./queue-work.ts')).QueueWork,
  },
  {
    path: 'make:job',
    description: 'Write a job',
    // It imports @taproot/dev, which a server does not have.
    development: true,
    load: async () => (await import('./make-job.ts')).MakeJob,
  },
];
