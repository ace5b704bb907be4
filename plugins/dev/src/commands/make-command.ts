import type { GeneratedName } from '../generator/generated-name.ts';
import type { Generator } from '../generator/generator.ts';
import { commandStub } from './stubs/command-stub.ts';

// The name on the command line: a group and a name. The group is the first folder, or `app`, which no plugin uses.
const pathOf = (name: GeneratedName): string => {
  const [group = 'app', ...parts] = name.path.split('/').length > 1 ? name.path.split('/') : ['app', name.path];
  return [group, ...parts].join(':');
};

const fileOf = (name: GeneratedName): string => `app/console/commands/${name.path}.ts`;

/** `make:command`: creates a command of the application and lists it in `bootstrap/commands.ts`. */
export const makeCommand: Generator = {
  kind: 'command',
  details: 'It is written to app/console/commands and listed in bootstrap/commands.ts.',
  examples: [
    ['The command app:report', 'npx taproot make:command Report'],
    ['The command mail:send', 'npx taproot make:command mail/Send'],
  ],

  async checkName(name, { app, exists, taken }) {
    const path = pathOf(name);
    const commands = await app.facades.Console().commands();
    // With --force, the known command may come from this very file.
    if (!commands.has(path) || (await exists(fileOf(name)))) return;
    throw taken(path, 'a command already', `my/${name.pascal}`);
  },

  blueprint(name) {
    const path = pathOf(name);
    const description = name.words.join(' ');
    return {
      files: [{ path: fileOf(name), text: commandStub(name.pascal, path) }],
      declares: [name.pascal],
      claims: path,
      registration: {
        step: 'withCommands',
        file: 'bootstrap/commands.ts',
        list: 'commands',
        source: fileOf(name),
        import: null,
        entry: (_local, module) => `{
  path: '${path}',
  description: '${description}',
  load: async () => (await import('${module}')).${name.pascal},
}`,
        empty: `import type { CommandEntry } from '@taproot/console';

/** The application's own console commands. Each is imported when it is run. */
export const commands: readonly CommandEntry[] = [];
`,
      },
      next: [`Run it: npx taproot ${path}`],
    };
  },
};
