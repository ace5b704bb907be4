import { Command, Option } from '../command/index.ts';
import { runCommand } from '../command/run-command.ts';
import { commandsOfGroup } from '../find-command.ts';
import { overview } from '../overview.ts';

/** `help`: all commands, the commands of a group, or the options and examples of one command. */
export class Help extends Command {
  static override paths = [['help']];

  static override usage = Command.Usage({
    examples: [
      ['The options of one command', 'npx taproot help route:list'],
      ['The commands of a group', 'npx taproot help make'],
    ],
  });

  name = Option.String({ name: 'command', required: false });

  override async execute(): Promise<number> {
    const { app, root, terminal } = this.context;
    const kernel = this.app.facades.Console();
    const commands = await kernel.commands();
    const { name } = this;
    const group = name === undefined ? [...commands.values()] : commandsOfGroup(name, commands);
    if (name !== undefined && (commands.has(name) || group.length === 0))
      return runCommand({ app, root }, await kernel.command(name), ['--help'], terminal);
    this.context.stdout.write(overview(group, terminal));
    return 0;
  }
}
