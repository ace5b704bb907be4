import type { CommandEntry } from '@taproot/console';
import type { CommandClass } from '@taproot/console/command';
import type { AnyGenerator, Development } from '@taproot/console/internal';
import type { Generator } from './generator/generator.ts';

const command = async (path: string, generator: AnyGenerator): Promise<CommandClass> => {
  const { generatorCommand } = await import('./generator/generator-command.ts');
  // The console's type has only the members that the console itself needs.
  return generatorCommand(path, generator as unknown as Generator);
};

/** The commands of this package. */
const commands: readonly CommandEntry[] = [
  {
    path: 'make:command',
    description: 'Write a console command of your own',
    load: async () => command('make:command', (await import('./commands/make-command.ts')).makeCommand),
  },
  {
    path: 'make:plugin',
    description: 'Write a plugin: source, types, tests, README',
    load: async () => command('make:plugin', (await import('./commands/make-plugin.ts')).makePlugin),
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

/**
 * The part that the console calls. Each member imports its code only when it is called, because every command of an application loads this
 * file.
 */
export const development: Development = {
  commands,
  command,
  watch: async (application) => (await import('./watch/watch-application.ts')).watchApplication(application),
  serve: async (root, boot) => (await import('./watch/serve-as-worker.ts')).serveAsWorker(root, boot),
  remember: async (root) => (await import('./completion/remember-commands.ts')).remember(root),
};
