import type { CommandModule } from '@taproot/console';

/** The console commands of views. */
export const commands: CommandModule['commands'] = [
  {
    path: 'make:view',
    description: 'Write a view',
    generator: async () => (await import('./make-view.ts')).makeView,
  },
];
