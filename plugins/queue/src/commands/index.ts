import type { CommandModule } from '@taproot/console';

/** The console commands of the queue. */
export const commands: CommandModule['commands'] = [
  {
    path: 'queue:work',
    description: 'Work on jobs until SIGTERM or Ctrl-C',
    load: async () => (await import('./queue-work.ts')).QueueWork,
  },
  {
    path: 'queue:show',
    description: 'Show how many jobs wait, run and have failed',
    load: async () => (await import('./queue-commands.ts')).QueueShow,
  },
  {
    path: 'queue:failed',
    description: 'List the jobs that failed for good',
    load: async () => (await import('./queue-commands.ts')).QueueFailed,
  },
  {
    path: 'queue:retry',
    description: 'Let failed jobs begin again',
    load: async () => (await import('./queue-commands.ts')).QueueRetry,
  },
  {
    path: 'queue:forget',
    description: 'Remove a failed job',
    load: async () => (await import('./queue-commands.ts')).QueueForget,
  },
  {
    path: 'queue:flush',
    description: 'Remove all failed jobs',
    load: async () => (await import('./queue-commands.ts')).QueueFlush,
  },
  {
    path: 'queue:pause',
    description: 'Let no worker take jobs of a queue',
    load: async () => (await import('./queue-commands.ts')).QueuePause,
  },
  {
    path: 'queue:resume',
    description: 'Let workers take jobs of a queue again',
    load: async () => (await import('./queue-commands.ts')).QueueResume,
  },
  {
    path: 'queue:table',
    description: 'Write a migration of the tables for jobs',
    load: async () => (await import('./queue-table.ts')).QueueTable,
  },
  {
    path: 'make:job',
    description: 'Write a job, and register it',
    generator: async () => (await import('./make-job.ts')).makeJob,
  },
];
