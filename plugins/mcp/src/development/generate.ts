import { answered, failed, type Tool } from '../tool.ts';
import { argumentsOf, text } from './arguments.ts';
import { type CommandLine, faultOf, jsonOf } from './command-line.ts';

interface ListedCommand {
  readonly name: string;
  readonly description: string;
  readonly options: readonly { readonly name: string; readonly description: string }[];
}

const lineOf = ({ name, description, options }: ListedCommand): string => {
  const own = options.filter((one) => one.name !== '--help' && one.name.startsWith('--')).map((one) => one.name);
  return `${name.slice('make:'.length)}: ${description}${own.length === 0 ? '' : ` (${own.join(', ')})`}`;
};

/** `generate`: runs a generator. */
export const generateTool = (commands: CommandLine): Tool => ({
  name: 'generate',
  description:
    'Writes a class with a generator of the application, and registers it: controllers, requests, rules, middleware, migrations, tests and more. Without arguments, lists the generators with their options. It never replaces a file unless `--force` is among the options.',
  input: argumentsOf({
    kind: text('The generator, such as `controller`.'),
    name: text('The name, with folders before it: `admin/StorePost`.'),
    options: {
      type: 'array',
      items: { type: 'string', pattern: '^--?[a-z]' },
      description: 'Options such as `--resource`.',
    },
  }),
  hints: { readOnly: false, destructive: false, idempotent: false },
  async run({ kind, name, options }, { signal }) {
    if (typeof kind !== 'string') {
      const listed = await commands.run(['list', 'make', '--json'], signal);
      if (listed.code !== 0) return faultOf(listed);
      return answered((jsonOf(listed.stdout) as readonly ListedCommand[]).map(lineOf).join('\n'));
    }
    if (!/^[a-z][a-z0-9-]*$/.test(kind)) return failed('`kind` is the name of a generator, such as `controller`.');
    if (typeof name !== 'string' || name.startsWith('-'))
      return failed('`name` is missing: the name of what to write.');
    const more = Array.isArray(options) ? options.map(String) : [];
    return commands.answer([`make:${kind}`, name, ...more], signal);
  },
});
