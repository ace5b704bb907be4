import type { Tool } from '../tool.ts';
import { argumentsOf, reads, text } from './arguments.ts';
import type { CommandLine } from './command-line.ts';

/** `application`: versions, drivers, plugins. */
export const applicationTool = (commands: CommandLine): Tool => ({
  name: 'application',
  description:
    'Shows what the application is made of: versions of Taproot, Node and packages, environment, drivers, plugins in their order with what each adds, and configuration files. Call it first.',
  input: argumentsOf({}),
  hints: reads,
  async run(_given, { signal }) {
    const [about, plugins] = await Promise.all([
      commands.answer(['about'], signal),
      commands.answer(['plugin:list'], signal),
    ]);
    if (about.failed) return about;
    return { ...plugins, text: `${about.text}\n\nWhat each plugin adds\n${plugins.text}` };
  },
});

/** `hooks`: hooks with their taps. */
export const hooksTool = (commands: CommandLine): Tool => ({
  name: 'hooks',
  description:
    'Lists the hooks of the application with kind and arguments, and below each the plugins that tap it, in the order in which they run.',
  input: argumentsOf({ hook: text('Only hooks of this owner (`http`), or one hook (`http.request`).') }),
  hints: reads,
  run: ({ hook }, { signal }) => commands.answer(['hooks:list', ...(typeof hook === 'string' ? [hook] : [])], signal),
});

/** `config`: settings with their origins. */
export const configTool = (commands: CommandLine): Tool => ({
  name: 'config',
  description:
    'Shows current settings. Behind a value is its origin: withConfig() for the files in config/, cors() for the argument of a plugin, nothing for a default. Secrets are masked.',
  input: argumentsOf({
    key: text('Only this file (`http`), or what is below a key (`http.upload`). All when left out.'),
  }),
  hints: reads,
  run: ({ key }, { signal }) => commands.answer(['config:show', ...(typeof key === 'string' ? [key] : [])], signal),
});
