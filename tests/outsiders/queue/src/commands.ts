import type { CommandModule } from '@taproot/console';

export const commands: CommandModule['commands'] = [
  {
    path: 'queue:work',
    description: 'Work off the jobs of the queue',
    load: async () => (await import('./queue-work.ts')).QueueWork,
  },
  {
    path: 'make:job',
    description: 'Write a job',
    generator: async () => (await import('./make-job.ts')).makeJob,
  },
];
