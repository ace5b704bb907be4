import type { CommandEntry } from '@taproot/console';

/** The commands of this package. */
export const commands: readonly CommandEntry[] = [
  {
    path: 'make:command',
    description: 'Write a console command of your own',
    load: async () => (await import('./make-command.ts')).MakeCommand,
  },
  {
    path: 'make:plugin',
    description: 'Write a plugin: source, types, tests, README',
    load: async () => (await import('./make-plugin.ts')).MakePlugin,
  },
  {
    path: 'repl',
    description: 'Open a prompt with the application at hand',
    load: async () => (await import('./repl.ts')).Repl,
  },
  {
    path: 'completion',
    description: 'Print the script by which a shell completes commands and options',
    load: async () => (await import('./completion.ts')).Completion,
  },
];
