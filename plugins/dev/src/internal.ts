import type { CommandEntry } from '@taproot/console';
import type { Development } from '@taproot/console/internal';

/** The commands of this package. */
const commands: readonly CommandEntry[] = [
  {
    path: 'make:command',
    description: 'Write a console command of your own',
    load: async () => (await import('./commands/make-command.ts')).MakeCommand,
  },
  {
    path: 'make:plugin',
    description: 'Write a plugin: source, types, tests, README',
    load: async () => (await import('./commands/make-plugin.ts')).MakePlugin,
  },
  {
    path: 'repl',
    description: 'Open a prompt with the application at hand',
    load: async () => (await import('./commands/repl.ts')).Repl,
  },
  {
    path: 'completion',
    description: 'Print the script by which a shell completes commands and options',
    load: async () => (await import('./commands/completion.ts')).Completion,
  },
];

/** The part that the console calls. Each member imports its code late, because every command of an application loads this file. */
export const development: Development = {
  commands,
  watch: async (application) => (await import('./watch/watch-application.ts')).watchApplication(application),
  serve: async (root, boot) => (await import('./watch/serve-as-worker.ts')).serveAsWorker(root, boot),
  remember: async (root) => (await import('./completion/remember-commands.ts')).remember(root),
};
